/// What neighbouring modules have run on the executor, besides actions.
struct ExecutorHooks<State> {
  typealias Hook = @Sendable (State) -> Void

  private var afterBurst: [(id: Int, hook: Hook)] = []
  private var lastID = 0

  /// Brings the state up to date for those who look at it from outside.
  var beforeAccess: Hook?

  /// Work that overtakes the pending actions.
  private var interruption: Hook?

  mutating func interrupt(_ work: @escaping Hook) {
    guard let earlier = interruption else {
      interruption = work
      return
    }
    interruption = { state in
      earlier(state)
      work(state)
    }
  }

  mutating func takeInterruption() -> Hook? {
    interruption.take()
  }

  mutating func addAfterBurst(_ hook: @escaping Hook) -> Int {
    lastID += 1
    afterBurst.append((lastID, hook))
    return lastID
  }

  /// Returns what was removed, so that it is released outside of the lock.
  mutating func removeAfterBurst(_ id: Int) -> Hook? {
    guard let index = afterBurst.firstIndex(where: { $0.id == id }) else { return nil }
    return afterBurst.remove(at: index).hook
  }

  var afterBurstHooks: [Hook] { afterBurst.map(\.hook) }
}
