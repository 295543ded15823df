internal import Dispatch

typealias Eight<Value> = (Value, Value, Value, Value, Value, Value, Value, Value)

private func eight<Value>(_ value: Value) -> Eight<Value> {
  (value, value, value, value, value, value, value, value)
}

/// A value state with a list, and with a padding: its size must not matter to its subscribers.
struct Padded<Padding: Sendable>: Sendable {
  var ticks = 0
  var title = "A title that does not fit into the string itself"
  var numbers: [Int]
  let padding: Padding
}

/// A state of 288 bytes, as an app's may have.
typealias Board = Padded<Eight<(Int, Int, Int, Int)>>

extension Board {
  init(_ count: Int) {
    self.init(numbers: Array(0..<count), padding: eight((1, 2, 3, 4)))
  }
}

/// A state of 4 KB.
typealias WideBoard = Padded<Eight<Eight<Eight<Int>>>>

extension WideBoard {
  init() {
    self.init(numbers: [], padding: eight(eight(eight(0))))
  }
}

enum BoardAction: Sendable {
  /// Changes a number beside the list.
  case tick
  /// Changes one element of the list.
  case bump(Int)

  // Inlined into the closure that each store keeps, as the closure of an app's reducer has its code.
  @inline(__always)
  static func reduce(_ state: inout Board, _ action: BoardAction) {
    switch action {
    case .tick: state.ticks += 1
    case .bump(let index): state.numbers[index] += 1
    }
  }
}

/// The least that a value store consists of, written by hand: a typed action, a reducer in place, and
/// subscribers in a loop, to which the state is lent; state and counters in one block behind a pointer.
///
/// `@safe`: it owns the block, and uses it on the main actor alone.
@safe @MainActor
final class FloorStore {
  private struct Core {
    var state: Board
    var isBusy = false
    var number: UInt64 = 0
    var subscribers: [(borrowing Board) -> Void] = []
  }

  private nonisolated(unsafe) let core = UnsafeMutablePointer<Core>.allocate(capacity: 1)
  private let reduce: (inout Board, BoardAction) -> Void = { BoardAction.reduce(&$0, $1) }

  init() { unsafe core.initialize(to: Core(state: Board(10))) }

  deinit {
    unsafe core.deinitialize(count: 1)
    unsafe core.deallocate()
  }

  func dispatch(_ action: BoardAction) {
    unsafe precondition(!core.pointee.isBusy)
    unsafe core.pointee.isBusy = true
    unsafe core.pointee.number &+= 1
    unsafe reduce(&core.pointee.state, action)
    if unsafe !core.pointee.subscribers.isEmpty { unsafe deliver(core.pointee.state) }
    unsafe core.pointee.isBusy = false
  }

  @inline(never)
  private func deliver(_ state: borrowing Board) {
    for subscriber in unsafe core.pointee.subscribers { subscriber(state) }
  }

  // Inlined, since the closures of a generic method take longer than what they measure.

  /// Calls a closure with a selected value when it changes.
  @inline(__always)
  func subscribe<Value: Equatable>(
    _ select: @escaping (borrowing Board) -> Value, _ handler: @escaping (Value) -> Void
  ) {
    // A captured variable would be checked for exclusive access.
    let last = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe last.initialize(to: select(core.pointee.state))
    unsafe core.pointee.subscribers.append { state in
      let value = select(state)
      guard unsafe value != last.pointee else { return }
      unsafe last.pointee = value
      handler(value)
    }
  }
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
