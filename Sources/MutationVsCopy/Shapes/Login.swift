internal import Foundation
internal import ObjectGraph

/// What `Item` is after it has migrated: a value that is copied by keeping it.
struct Login: Codable, Equatable, CopiedByValue {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]

  /// A login whose contents follow from its number, the same as those of the item.
  init(_ id: Int) {
    self.id = id
    title = "The title of item \(id)"
    isDone = id.isMultiple(of: 3)
    date = Date(timeIntervalSince1970: 1_700_000_000 + Double(id))
    tags = ["tag \(id % 7)", "tag \(id % 11)"]
  }

  /// The value of an object.
  init(_ item: Item) {
    id = item.id
    title = item.title
    isDone = item.isDone
    date = item.date
    tags = item.tags
  }

  /// Logins with the numbers from 0.
  static func list(_ count: Int) -> [Login] { (0..<count).map { Login($0) } }
}
