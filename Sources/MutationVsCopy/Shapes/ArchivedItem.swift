internal import Foundation

/// The item as the archiver of the original library needs it.
final class ArchivedItem: NSObject, NSCoding {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]

  /// An item whose contents follow from its number, the same as those of `Item`.
  init(_ number: Int) {
    let item = Item(number)
    id = item.id
    title = item.title
    isDone = item.isDone
    date = item.date
    tags = item.tags
  }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(forKey: "title") as? String,
      let date = coder.decodeObject(forKey: "date") as? Date,
      let tags = coder.decodeObject(forKey: "tags") as? [String]
    else { return nil }
    id = coder.decodeInteger(forKey: "id")
    isDone = coder.decodeBool(forKey: "isDone")
    self.title = title
    self.date = date
    self.tags = tags
  }

  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(title as NSString, forKey: "title")
    coder.encode(isDone, forKey: "isDone")
    coder.encode(date as NSDate, forKey: "date")
    coder.encode(tags.map { $0 as NSString } as NSArray, forKey: "tags")
  }

  /// Items with the numbers from 0.
  static func list(_ count: Int) -> [ArchivedItem] { (0..<count).map { ArchivedItem($0) } }

  /// A copy of a list by archiving and unarchiving it.
  static func copyByArchiving(_ items: [ArchivedItem]) throws -> [ArchivedItem] {
    let root = ArchivedList(items)
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    let copy = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? ArchivedList
    guard let copy else { throw reader.error ?? CocoaError(.coderReadCorrupt) }
    return copy.items
  }
}
