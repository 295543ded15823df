/// Saves the state of a store some time after it changed.
///
/// ```swift
/// autosave = Autosave(of: store, after: .seconds(1)) { state in
///   try JSONEncoder().encode(state).write(to: url, options: .atomic)
/// }
/// ```
///
/// A save starts when no action was reduced for `delay`, at the latest `limit` after the first
/// change that is not saved. It gets a snapshot of its own, off the main actor. There are never
/// two saves at once: changes made meanwhile are saved afterwards. A save that fails is tried
/// again after `delay`, with the state as it is then.
///
/// While there is something to save, the store and the saving are kept alive, so that the last
/// state is never lost: dropping the autosave ends the following, not the save that is due. Only a
/// process that ends needs `flush()` first. An autosave does not keep the store otherwise, and may
/// be a property of a store subclass.
///
/// ## Thread safety
///
/// Safe from any thread: what changes is held by a worker under its lock.
public final class Autosave<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Sendable
{
  private let worker: AutosaveWorker<State, Action>
  private let unfollow: @Sendable () -> Void
  private weak let store: ReferenceStore<State, Action>?

  /// Follows `store` and saves its state after it changed.
  ///
  /// - Parameters:
  ///   - store: what to save.
  ///   - delay: how long nothing must change before a save starts.
  ///   - limit: how long a save may be put off by further changes, or `nil` for any time.
  ///   - clock: what measures `delay` and `limit`.
  ///   - failure: called when a snapshot or a save failed; it is tried again in any case.
  ///   - save: saves a snapshot. Called off the main actor, never twice at once. What it throws
  ///     goes to `failure`, and to whoever waits in `flush()`.
  public init(
    of store: ReferenceStore<State, Action>,
    after delay: Duration,
    atLatest limit: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    onFailure failure: @escaping @Sendable (any Error) -> Void = { _ in },
    save: @escaping @concurrent @Sendable (sending State) async throws -> Void
  ) {
    let worker = AutosaveWorker<State, Action>(
      delay: delay, limit: limit, clock: AutosaveClock(clock), failure: failure, save: save)
    self.worker = worker
    self.store = store
    unfollow = store.afterBurst { [weak store] _ in
      if let store { worker.noteChange(of: store) }
    }
  }

  deinit {
    unfollow()
    worker.giveUpRetrying()
  }

  /// Saves now what is not saved yet, and returns when it is.
  ///
  /// Includes everything that the caller dispatched before. Returns at once if there is nothing to
  /// save, and waits for a save that is under way.
  ///
  /// - Throws: what the snapshot or the save threw; the state stays due and is tried again.
  public func flush() async throws {
    await store?.reduced()
    try await worker.flush()
  }
}
