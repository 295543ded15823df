internal import Foundation

/// The class that copying is measured with: a number, a text, a flag, a date and a list.
final class Item: Codable {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]

  init(id: Int, title: String, isDone: Bool, date: Date, tags: [String]) {
    self.id = id
    self.title = title
    self.isDone = isDone
    self.date = date
    self.tags = tags
  }

  /// An item whose contents follow from its number.
  convenience init(_ id: Int) {
    self.init(
      id: id, title: "The title of item \(id)", isDone: id.isMultiple(of: 3),
      date: Date(timeIntervalSince1970: 1_700_000_000 + Double(id)),
      tags: ["tag \(id % 7)", "tag \(id % 11)"])
  }

  /// The object of a value.
  convenience init(_ login: Login) {
    self.init(
      id: login.id, title: login.title, isDone: login.isDone, date: login.date, tags: login.tags)
  }

  /// Items with the numbers from 0.
  static func list(_ count: Int) -> [Item] { (0..<count).map { Item($0) } }

  /// What a person writes who needs a copy and knows that nothing is shared.
  func copied() -> Item {
    Item(id: id, title: title, isDone: isDone, date: date, tags: tags)
  }

  /// What a person writes who needs what is shared to stay shared.
  func copied(_ known: inout [ObjectIdentifier: Item]) -> Item {
    if let copy = known[ObjectIdentifier(self)] { return copy }
    let copy = copied()
    known[ObjectIdentifier(self)] = copy
    return copy
  }

  /// A copy of a list, each item copied once.
  static func copyKeepingSharing(_ items: [Item]) -> [Item] {
    var known: [ObjectIdentifier: Item] = [:]
    return items.map { $0.copied(&known) }
  }
}
