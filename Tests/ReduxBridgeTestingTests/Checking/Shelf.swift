import ReduxBridge
import ReferenceRedux
import StoreContract
import ValueRedux

/// A shelf whose books get their ids from the state: an action names a book that earlier ones added.
final class Shelf: Codable {
  var value = ShelfValue()
}

struct ShelfValue: Equatable, Sendable, Codable {
  struct Book: Equatable, Sendable, Codable {
    let id: Int
    var title = "book"
    var tags: [String] = []
    var isLent = false
  }

  var books: [Book] = []
  var nextID = 1
  var selected: Int?
  var removed: [Book] = []
  var limit = 1_000
  var note = ""
  /// Where the planted differences show.
  var faults = 0

  subscript(id: Int) -> Book? { books.first { $0.id == id } }

  mutating func update(_ id: Int, _ change: (inout Book) -> Void) {
    guard let index = books.firstIndex(where: { $0.id == id }) else { return }
    change(&books[index])
  }
}

enum ShelfAction: Sendable, Equatable, Codable {
  case add
  case remove(id: Int)
  case restore
  case rename(id: Int, to: String)
  case select(id: Int)
  case lend(id: Int)
  case tag(id: Int, with: String)
  case merge(from: Int, into: Int)
  case setLimit(Int)
  case note(String)
  case sort
  case clear

  static func random(
    ids: ClosedRange<Int> = 1...30, using random: inout some RandomNumberGenerator
  ) -> ShelfAction {
    let (id, other) = (Int.random(in: ids, using: &random), Int.random(in: ids, using: &random))
    let word = ["book", "red", "blue", "a title", "zebra"].randomElement(using: &random)!
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return .remove(id: id)
    case 1: return .restore
    case 2: return .rename(id: id, to: word)
    case 3: return .select(id: id)
    case 4, 5: return .lend(id: id)
    case 6, 7, 8: return .tag(id: id, with: word)
    case 9: return .merge(from: id, into: other)
    case 10: return .setLimit(Int.random(in: 0..<40, using: &random))
    case 11: return .note(word)
    case 12: return .sort
    case 13: return Int.random(in: 0..<6, using: &random) == 0 ? .clear : .sort
    default: return .add
    }
  }

  @Sendable static func reduce(_ value: inout ShelfValue, _ action: ShelfAction) {
    switch action {
    case .add:
      value.books.append(.init(id: value.nextID))
      value.nextID += 1
    case .remove(let id):
      guard let book = value[id] else { return }
      value.books.removeAll { $0.id == id }
      value.removed.append(book)
      if value.selected == id { value.selected = nil }
    case .restore: value.removed.popLast().map { value.books.append($0) }
    case .rename(let id, let title): value.update(id) { $0.title = title }
    case .select(let id): value.selected = value[id]?.id
    case .lend(let id): value.update(id) { $0.isLent = true }
    case .tag(let id, let tag): value.update(id) { $0.tags.append(tag) }
    case .merge(let id, let other):
      guard id != other, let book = value[id], value[other] != nil else { return }
      value.update(other) { $0.tags += book.tags }
      value.books.removeAll { $0.id == id }
    case .setLimit(let limit): value.limit = limit
    case .note(let text): value.note = text
    case .sort: value.books.sort { ($0.title, $0.id) < ($1.title, $1.id) }
    case .clear:
      value.removed += value.books
      value.books = []
    }
  }
}

/// A planted difference, and the length of the smallest list that shows it.
struct ShelfFault: Sendable {
  let name: String
  let smallest: Int
  /// Whether the new side is wrong after an action.
  let occurs: @Sendable (_ before: ShelfValue, _ action: ShelfAction, _ after: ShelfValue) -> Bool

  init(
    _ name: String, _ smallest: Int,
    _ occurs: @escaping @Sendable (ShelfValue, ShelfAction, ShelfValue) -> Bool
  ) {
    (self.name, self.smallest, self.occurs) = (name, smallest, occurs)
  }

  func slice<Action: Sendable>(
    _ unwrap: @escaping @Sendable (Action) -> ShelfAction
  ) -> StateSlice<Shelf, Action, ShelfValue> {
    StateSlice(
      "shelf", projection: Projection(\Shelf.value),
      legacy: [{ shelf, action in ShelfAction.reduce(&shelf.value, unwrap(action)) }],
      reducer: Reducer { value, action in
        let before = value
        ShelfAction.reduce(&value, unwrap(action))
        if occurs(before, unwrap(action), value) { value.faults += 1 }
      })
  }

  static var tested: [ShelfFault] { TestVolume.cases(of: all, oneIn: 5, sanitized: 12) }

  static let all: [ShelfFault] = [
    .init("the third addition", 3) { _, action, after in action == .add && after.books.count == 3 },
    .init("a loan of a tagged book", 3) { before, action, _ in
      if case .lend(let id) = action { before[id]?.tags.isEmpty == false } else { false }
    },
    .init("the removal of the selected book", 3) { before, action, _ in
      if case .remove(let id) = action { before.selected == id } else { false }
    },
    .init("a merger of tagged books", 5) { before, action, after in
      if case .merge(let id, let other) = action {
        id != other && before[id]?.tags.isEmpty == false && before[other]?.tags.isEmpty == false
      } else {
        false
      }
    },
    .init("an addition beyond the limit", 2) { _, action, after in
      action == .add && after.books.count > after.limit
    },
    .init("a restoration", 3) { before, action, _ in action == .restore && !before.removed.isEmpty
    },
    .init("a lower limit", 2) { before, action, _ in
      if case .setLimit(let limit) = action {
        limit < before.limit && before.limit < 1_000
      } else {
        false
      }
    },
    .init("the newest of three merged into the oldest", 4) { before, action, _ in
      if case .merge(let id, let other) = action {
        before.books.count > 2 && id == before.nextID - 1 && before[id] != nil
          && other == before.books[0].id
      } else {
        false
      }
    },
  ]
}
