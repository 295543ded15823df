/// A class whose contents have become values: half way across.
final class MarkedShelf: Codable {
  var items: [Login]
  var changes = 0

  init(_ count: Int) { items = Login.list(count) }

  /// Changes the state in place.
  func apply(_ action: ShelfAction) {
    changes += 1
    if case .toggle(let index) = action { items[index].isDone.toggle() }
  }
}
