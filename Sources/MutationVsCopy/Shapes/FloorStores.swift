internal import Dispatch

/// A value state with a list of plain numbers, like the one that other stores were measured with.
struct Board: Equatable, Sendable {
  var ticks = 0
  var title = "A title that does not fit into the string itself"
  var numbers: [Int]

  init(_ count: Int) { numbers = Array(0..<count) }
}

enum BoardAction: Sendable {
  /// Changes a number beside the list.
  case tick
  /// Changes one element of the list.
  case bump(Int)

  static let reduce: @Sendable (inout Board, BoardAction) -> Void = { state, action in
    switch action {
    case .tick: state.ticks += 1
    case .bump(let index): state.numbers[index] += 1
    }
  }
}

/// The least that a value store consists of: a typed action, a reducer in place, closures in a loop.
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

  // Without a generic method, whose closures would take longer than what they measure.

  /// Calls a closure with the title when it changes.
  func subscribeToTitle(_ handler: @escaping @MainActor (String) -> Void) {
    var last = state.title
    subscribers.append { state in
      let title = state.title
      guard title != last else { return }
      last = title
      handler(title)
    }
  }

  /// Calls a closure with the number of ticks when it changes.
  func subscribeToTicks(_ handler: @escaping @MainActor (Int) -> Void) {
    var last = state.ticks
    subscribers.append { state in
      let ticks = state.ticks
      guard ticks != last else { return }
      last = ticks
      handler(ticks)
    }
  }
}

/// A store of one state and one action, written by hand, with its state behind a pointer.
///
/// `@safe`: it owns the state, and uses it on the main actor alone.
@safe @MainActor
final class HandWrittenStore {
  private nonisolated(unsafe) let state = UnsafeMutablePointer<Board>.allocate(capacity: 1)
  private let reduce = BoardAction.reduce

  init() { unsafe state.initialize(to: Board(10)) }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  func dispatch(_ action: BoardAction) { unsafe reduce(&state.pointee, action) }
}

/// A class store like the original, with one item on a serial queue for each action.
///
/// `@unchecked Sendable` because:
/// 1. `state` is private, and only items of the serial `queue` access it.
/// 2. The other properties are constants of `Sendable` types.
final class QueueItemStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "QueueItemStore", qos: .userInitiated)
  private let state: Shelf
  private let blocks: [@Sendable (Shelf, ShelfAction) -> Void]

  init(state: sending Shelf, blocks: [@Sendable (Shelf, ShelfAction) -> Void]) {
    self.state = state
    self.blocks = blocks
  }

  func dispatch(_ action: ShelfAction) {
    queue.async {
      for block in self.blocks { block(self.state, action) }
    }
  }

  func flush() { queue.sync {} }
}

/// Keeps this thread busy, as a slow reducer does.
func spin(for duration: Duration) {
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}
