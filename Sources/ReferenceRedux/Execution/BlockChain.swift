/// The reduce blocks of a store, in order.
///
/// A chain of objects instead of an array: going through an array of functions over generic
/// parameters costs a look-up of their type per action.
final class BlockChain<State, Action>: Sendable {
  private let block: ReduceBlock<State, Action>?
  private let next: BlockChain?

  convenience init(_ blocks: [ReduceBlock<State, Action>]) {
    self.init(blocks[...])
  }

  private init(_ blocks: ArraySlice<ReduceBlock<State, Action>>) {
    block = blocks.first
    next = blocks.count > 1 ? BlockChain(blocks.dropFirst()) : nil
  }

  @inline(__always)
  func reduce(_ state: State, _ action: UnsafePointer<Action>) {
    var link = self
    while true {
      guard let block = link.block else { return }
      block(state, action.pointee)
      guard let next = link.next else { return }
      link = next
    }
  }

  /// Calls `body` with each block in turn, for whoever has more to do than to call it.
  func forEach(_ body: (ReduceBlock<State, Action>) -> Void) {
    var link: BlockChain? = self
    while let block = link?.block {
      body(block)
      link = link?.next
    }
  }
}
