/// The least that a store can be: a typed action, a reducer in place, and closures in a loop.
@MainActor
final class FloorStore {
  private var state: Board
  private let reduce: @Sendable (inout Board, BoardAction) -> Void
  private var subscribers: [@MainActor (Board) -> Void] = []

  init(_ state: Board, reduce: @escaping @Sendable (inout Board, BoardAction) -> Void) {
    self.state = state
    self.reduce = reduce
  }

  func dispatch(_ action: BoardAction) {
    reduce(&state, action)
    let current = state
    for subscriber in subscribers { subscriber(current) }
  }

  /// Tells a closure of the title when it changes.
  func subscribeToTitle(_ handler: @escaping @MainActor (String) -> Void) {
    var last = state.title
    subscribers.append { state in
      let title = state.title
      guard title != last else { return }
      last = title
      handler(title)
    }
  }
}
