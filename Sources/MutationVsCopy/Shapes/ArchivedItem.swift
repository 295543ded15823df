internal import Foundation

/// The item in the form that the archiver of the original library needs; it finds no private class, and
/// none inside of another.
final class ArchivedItem: NSObject, NSCoding {
  let login: Login

  init(_ number: Int) { login = Login(number) }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(forKey: "title") as? String,
      let date = coder.decodeObject(forKey: "date") as? Date,
      let tags = coder.decodeObject(forKey: "tags") as? [String]
    else { return nil }
    login = Login(
      id: coder.decodeInteger(forKey: "id"), title: title,
      isDone: coder.decodeBool(forKey: "isDone"), date: date, tags: tags)
  }

  func encode(with coder: NSCoder) {
    coder.encode(login.id, forKey: "id")
    coder.encode(login.title as NSString, forKey: "title")
    coder.encode(login.isDone, forKey: "isDone")
    coder.encode(login.date as NSDate, forKey: "date")
    coder.encode(login.tags.map { $0 as NSString } as NSArray, forKey: "tags")
  }

  static func list(_ count: Int) -> [ArchivedItem] { (0..<count).map { ArchivedItem($0) } }

  static func copyByArchiving(_ items: [ArchivedItem]) throws -> [ArchivedItem] {
    let root = items as NSArray
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    let copy = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [ArchivedItem]
    guard let copy else { throw reader.error ?? CocoaError(.coderReadCorrupt) }
    return copy
  }
}
