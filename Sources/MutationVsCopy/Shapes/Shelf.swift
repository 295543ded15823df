/// A reference state: a list of objects, and a count of its changes.
final class Shelf: Codable {
  var items: [Item]
  var changes = 0

  init(_ count: Int) { items = Item.list(count) }
}

/// The value state that it becomes.
struct ShelfValue: Codable, Equatable, Sendable {
  var items: [Login]
  var changes = 0

  init(_ count: Int) { items = Login.list(count) }
}

/// What happens to both.
enum ShelfAction: Sendable {
  /// Counts a change and nothing else.
  case count
  /// Marks one item as done, or not.
  case toggle(Int)
}

extension ShelfAction {
  /// Changes the reference state in place.
  static let block: @Sendable (Shelf, ShelfAction) -> Void = { state, action in
    state.changes += 1
    if case .toggle(let index) = action { state.items[index].isDone.toggle() }
  }

  /// Changes the value state in place.
  static let reduce: @Sendable (inout ShelfValue, ShelfAction) -> Void = { state, action in
    state.changes += 1
    if case .toggle(let index) = action { state.items[index].isDone.toggle() }
  }
}
