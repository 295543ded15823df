internal import Foundation
internal import ObjectGraph

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

  convenience init(_ login: Login) {
    self.init(
      id: login.id, title: login.title, isDone: login.isDone, date: login.date, tags: login.tags)
  }

  /// An item whose contents follow from its number.
  convenience init(_ id: Int) { self.init(Login(id)) }

  /// Items with the numbers from 0.
  static func list(_ count: Int) -> [Item] { (0..<count).map { Item($0) } }

  /// The copy that a person writes when nothing is shared.
  func copied() -> Item {
    Item(id: id, title: title, isDone: isDone, date: date, tags: tags)
  }

  /// The copy that a person writes when shared items have to stay shared.
  static func copyKeepingSharing(_ items: [Item]) -> [Item] {
    var copies: [ObjectIdentifier: Item] = [:]
    return items.map { copies.copy(of: $0) { $0.copied() } }
  }
}

extension Dictionary where Key == ObjectIdentifier, Value: AnyObject {
  /// The copy of an object in an identity map written by hand, which is made once.
  @inline(__always)
  mutating func copy(of object: Value, _ make: (Value) -> Value) -> Value {
    if let known = self[ObjectIdentifier(object)] { return known }
    let copy = make(object)
    self[ObjectIdentifier(object)] = copy
    return copy
  }
}

/// The item after its migration: a value, which a copy of the graph shares.
struct Login: Codable, Equatable, CopiedByValue {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]
}

/// A struct of values that nothing marks.
struct PlainLogin: Codable {
  var id: Int
  var title: String
  var date: Date

  static func list(_ count: Int) -> [PlainLogin] {
    Login.list(count).map { PlainLogin(id: $0.id, title: $0.title, date: $0.date) }
  }
}

extension Login {
  /// A login whose contents follow from its number.
  init(_ id: Int) {
    self.init(
      id: id, title: "The title of item \(id)", isDone: id.isMultiple(of: 3),
      date: Date(timeIntervalSince1970: 1_700_000_000 + Double(id)),
      tags: ["tag \(id % 7)", "tag \(id % 11)"])
  }

  init(_ item: Item) {
    self.init(
      id: item.id, title: item.title, isDone: item.isDone, date: item.date, tags: item.tags)
  }

  static func list(_ count: Int) -> [Login] { (0..<count).map { Login($0) } }
}

/// The item with a copy hook, which keeps sharing.
final class HookedItem: GraphCopyable {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]

  init(_ number: Int) {
    let login = Login(number)
    id = login.id
    title = login.title
    isDone = login.isDone
    date = login.date
    tags = login.tags
  }

  /// The copy that a person writes, and the hook too.
  init(_ source: HookedItem) {
    id = source.id
    title = source.title
    isDone = source.isDone
    date = source.date
    tags = source.tags
  }

  convenience init(copying source: HookedItem, with children: borrowing ChildCopier) {
    self.init(source)
  }

  static func list(_ count: Int) -> [HookedItem] { (0..<count).map { HookedItem($0) } }
}
