internal import ObjectGraph

/// The state of a store and what mutates it.
///
/// Not `Sendable`: used on the executor of the store, by one thread at a time, which is what the
/// store proves.
final class LiveState<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  private let state: State
  private var blocks: BlockChain<State, Action>
  private var reducers: [ReduceBlock<State, Action>]
  private var followers: [(id: ObjectIdentifier, block: ReduceBlock<State, Action>)] = []
  private let copier: GraphCopier<State>
  private let inspector: Inspector<State, Action>?
  // In memory of its own: written twice per action, where the run-time check of a stored property
  // would be a good part of the cost.
  private let hand = UnsafeMutablePointer<UnsafePointer<Action>?>.allocate(capacity: 1)

  init(
    _ state: State, reducers: [ReduceBlock<State, Action>], configuration: StoreConfiguration
  ) {
    self.state = state
    self.reducers = reducers
    blocks = BlockChain(reducers)
    let copier = GraphCopier<State>(userInfo: configuration.userInfo)
    self.copier = copier
    inspector = configuration.diagnostics.map { Inspector($0, copier: copier, state: state) }
    hand.initialize(to: nil)
  }

  deinit {
    hand.deallocate()
  }

  /// The action that is being reduced.
  var actionInHand: Action? { hand.pointee?.pointee }

  /// Reduces the actions at `actions`, releases each of them, and calls `didReduce` after each.
  ///
  /// - Parameters:
  ///   - actions: where they lie; the memory is uninitialised afterwards.
  ///   - count: how many there are.
  ///   - number: the number of the first one in the life of the store.
  ///   - didReduce: called with the index of an action that went through all blocks; returns
  ///     whether the blocks may have been replaced.
  func reduce(
    _ actions: UnsafeMutablePointer<Action>, count: Int, number: Int,
    didReduce: (_ index: Int) -> Bool
  ) {
    let (state, hand) = (state, hand)
    var blocks = blocks
    for index in 0..<count {
      let action = actions + index
      hand.pointee = UnsafePointer(action)
      if let inspector {
        let record = ActionRecord(action.pointee, number: number + index)
        inspector.reduce(state, action.pointee, record, with: blocks)
      } else {
        blocks.reduce(state, action)
      }
      action.deinitialize(count: 1)
      if didReduce(index) { blocks = self.blocks }
    }
    hand.pointee = nil
  }

  /// Lets the next actions go through other blocks.
  func replaceBlocks(_ reducers: [ReduceBlock<State, Action>]) {
    self.reducers = reducers
    blocks = BlockChain(reducers + followers.map(\.block))
  }

  /// Lets a block see the state after each action, from the next one on.
  func addFollower(_ id: ObjectIdentifier, _ block: @escaping ReduceBlock<State, Action>) {
    followers.append((id, block))
    replaceBlocks(reducers)
  }

  func removeFollower(_ id: ObjectIdentifier) {
    followers.removeAll { $0.id == id }
    replaceBlocks(reducers)
  }

  /// Runs work that may change the state.
  func perform(_ work: (State) -> Void) {
    if let inspector { inspector.perform(work, state) } else { work(state) }
  }

  /// Lends the state to a hook of the store's own neighbours.
  func lend(_ hook: (State) -> Void) {
    hook(state)
  }

  /// Lends the state to `body`, which does not change it.
  func read<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    inspector?.lookForOutsideChanges(state)
    return try body(state)
  }

  /// Returns a deep copy of the state.
  func copy() throws -> sending State {
    inspector?.lookForOutsideChanges(state)
    inspector?.lookForLosses(state)
    return try copier.copy(state)
  }
}
