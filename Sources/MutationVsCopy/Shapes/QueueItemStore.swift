internal import Dispatch

/// A class store in the way of the original: one item on a serial queue for each action.
///
/// `@unchecked Sendable` because:
/// 1. `state` is private and touched by items of the serial `queue` alone.
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
