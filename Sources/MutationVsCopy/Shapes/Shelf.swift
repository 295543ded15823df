/// A class state: a list of objects, and a count of its changes.
final class Shelf: Codable {
  var items: [Item]
  var changes = 0

  init(_ count: Int) { items = Item.list(count) }
}

/// The shelf as a value state.
struct ShelfValue: Codable, Equatable, Sendable {
  var items: [Login]
  var changes = 0

  init(_ count: Int) { items = Login.list(count) }
}

/// A shelf in the middle of its migration: a class that holds marked values.
final class MarkedShelf: Codable {
  var items: [Login]
  var changes = 0

  init(_ count: Int) { items = Login.list(count) }
}

/// A state of several lists, of which an action changes one.
final class Lists<List: Codable>: Codable {
  let lists: [List]

  init(_ count: Int, _ list: () -> List) { lists = (0..<count).map { _ in list() } }
}

enum ShelfAction: Sendable, Codable {
  /// Counts a change and nothing else.
  case count
  /// Toggles whether one item is done.
  case toggle(Int)

  static let block: @Sendable (Shelf, ShelfAction) -> Void = { state, action in
    state.changes += 1
    if case .toggle(let index) = action { state.items[index].isDone.toggle() }
  }

  static let markedBlock: @Sendable (MarkedShelf, ShelfAction) -> Void = { state, action in
    state.changes += 1
    if case .toggle(let index) = action { state.items[index].isDone.toggle() }
  }

  static let reduce: @Sendable (inout ShelfValue, ShelfAction) -> Void = { state, action in
    state.changes += 1
    if case .toggle(let index) = action { state.items[index].isDone.toggle() }
  }
}
