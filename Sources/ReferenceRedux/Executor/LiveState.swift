internal import ObjectGraph

/// The state of a store and what mutates it.
///
/// Not `Sendable`: one thread at a time uses it, with exclusive access, as the proof at
/// `ReferenceStore` says.
///
/// `@safe`: `current` points to an action only while that action is being reduced.
@safe final class LiveState<State: AnyObject & Codable, Action: Sendable> {
  private let state: State
  /// Runs the reducers and after them the hooks; not optional, since an optional wraps a closure at each assignment.
  private var runBlocks: ReduceBlock<State, Action>
  private var isComposed = true
  private var makeReducers: () -> [ReduceBlock<State, Action>]
  private var actionHooks = ObserverList<ReduceBlock<State, Action>>()
  private let inspector: Inspector<State, Action>?
  /// Adds to a copy what other modules keep outside of the state.
  var completeCopy: (@Sendable (State) -> Void)?
  // In memory of its own: `reduce` writes it twice per action, where the run-time exclusivity check
  // of a stored property would be a large part of the cost.
  private let current = unsafe PinnedBox<UnsafePointer<Action>?>(nil)

  init(
    _ state: State, reducers: [ReduceBlock<State, Action>], configuration: StoreConfiguration
  ) {
    self.state = state
    makeReducers = { reducers }
    runBlocks = combined(reducers[...])
    inspector = configuration.diagnostics.map { Inspector($0, state: state) }
  }

  /// The action that the blocks are reducing, or `nil` between two actions.
  var currentAction: Action? { unsafe current.pointer.pointee?.pointee }

  /// Reduces the actions at `actions`, releases each of them, and calls `didReduce` after each.
  ///
  /// The memory at `actions` is uninitialized afterwards. `number` is that of the first action in
  /// the life of the store. `didReduce` returns whether the blocks may have been replaced.
  func reduce(
    _ actions: UnsafeMutablePointer<Action>, count: Int, number: Int,
    didReduce: (_ index: Int) -> Bool
  ) {
    guard count > 0 else { return }
    let (state, current) = unsafe (state, current.pointer)
    var runBlocks = presentBlocks()
    for index in 0..<count {
      let action = unsafe actions + index
      unsafe current.pointee = UnsafePointer(action)
      if let inspector {
        let record = unsafe ActionRecord(action.pointee, number: number + index)
        unsafe inspector.reduce(state, action.pointee, record, with: blocks)
      } else {
        unsafe runBlocks(state, action.pointee)
      }
      // Before the release: what the action contains may use the store as it is released, which
      // must not read an action that is half released.
      unsafe current.pointee = nil
      unsafe action.deinitialize(count: 1)
      if didReduce(index), index + 1 < count { runBlocks = presentBlocks() }
    }
  }

  /// Replaces the reducers from the next action on, which makes them: once for any number of calls before it.
  func replaceBlocks(_ make: @escaping () -> [ReduceBlock<State, Action>]) {
    (makeReducers, isComposed) = (make, false)
  }

  private var blocks: [ReduceBlock<State, Action>] {
    makeReducers() + actionHooks.entries.map(\.observer)
  }

  private func presentBlocks() -> ReduceBlock<State, Action> {
    if !isComposed { (runBlocks, isComposed) = (combined(blocks[...]), true) }
    return runBlocks
  }

  /// Calls `hook` after the blocks of each action, from the next one on, and returns its id.
  func addActionHook(_ hook: @escaping ReduceBlock<State, Action>) -> Int {
    isComposed = false
    return actionHooks.add(hook)
  }

  func removeActionHook(_ id: Int) {
    _ = actionHooks.remove(id)
    isComposed = false
  }

  /// Runs work that may change the state.
  func perform(_ work: (State) -> Void) {
    if let inspector { inspector.perform(work, state) } else { work(state) }
  }

  /// Lends the state to a hook, which does not change it.
  func lend(_ hook: (State) -> Void) { hook(state) }

  /// Lends the state to a reader, which does not change it; `checking` it only between two actions.
  func read<Value>(checking: Bool = true, _ body: (State) throws -> Value) rethrows -> Value {
    guard checking, let inspector else { return try body(state) }
    inspector.checkForOutsideChanges(state)
    let value = try body(state)
    inspector.check(value, of: state)
    return value
  }

  /// Returns a deep copy of the state, `checking` it only between two actions.
  func copy(checking: Bool = true) throws -> sending State {
    if checking {
      inspector?.checkForOutsideChanges(state)
      inspector?.checkForLosses(state)
    }
    let copy = try Graph.copy(state)
    completeCopy?(copy)
    return copy
  }
}

/// One block that runs all of these, in order.
///
/// In code that is generic over the action, a pass through an array looks up the type of its elements for
/// each action, which doubles the cost of a burst. A tree of closures does not, and needs little stack for
/// any number of blocks, since it is balanced.
private func combined<State, Action>(
  _ blocks: ArraySlice<ReduceBlock<State, Action>>
) -> ReduceBlock<State, Action> {
  guard let first = blocks.first else { return { _, _ in } }
  if blocks.count == 1 { return first }
  let middle = blocks.startIndex + blocks.count / 2
  let (earlier, later) = (combined(blocks[..<middle]), combined(blocks[middle...]))
  return { state, action in
    earlier(state, action)
    later(state, action)
  }
}
