/// Actions in the order in which they came, and what else is to be done between them.
///
/// The actions lie in memory of their own instead of an array: the store is generic over them and
/// is not specialised across modules, where appending to an array costs several times as much.
///
/// Owned by one holder at a time, which ends it with `deallocate()`: the mailbox under its lock,
/// then the executor. It must be exhausted by then; it always is, because actions that are left
/// keep the store alive, and with it the holder.
struct Batch<State, Action> {
  /// Something to do besides reducing.
  enum Errand {
    /// Tell a caller that the actions before are reduced.
    case resume(CheckedContinuation<Void, Never>)
    /// Run work of a neighbouring module on the state.
    case work(@Sendable (State) -> Void)
  }

  /// The errands, each with the number of actions that go before it.
  private(set) var errands: [(position: Int, errand: Errand)] = []
  /// Where the actions lie.
  private(set) var actions: UnsafeMutablePointer<Action>
  /// How many actions came.
  private(set) var count = 0
  private(set) var capacity: Int

  init() {
    capacity = 16
    actions = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ action: Action) {
    if count == capacity { grow() }
    (actions + count).initialize(to: action)
    count += 1
  }

  mutating func append(_ errand: Errand) {
    errands.append((count, errand))
  }

  /// Makes an exhausted batch, whose actions were all deinitialised, ready to be filled again.
  mutating func reset() {
    count = 0
    errands = []
  }

  /// Gives the memory of an exhausted batch back.
  func deallocate() {
    actions.deallocate()
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Action>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: actions, count: count)
    actions.deallocate()
    actions = larger
    capacity *= 2
  }
}
