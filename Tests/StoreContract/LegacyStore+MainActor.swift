internal import Dispatch
package import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  /// The contract of a store on the main actor, which `make` makes there.
  package static func onMainActor(
    _ make:
      @escaping @MainActor (LegacyState, [MainReduceBlock<LegacyState, LegacyAction>]) ->
      MainReferenceStore<LegacyState, LegacyAction>
  ) -> LegacyStoreContract {
    LegacyStoreContract(
      exceptions: [
        .dispatchReturnsAtOnce: "On the main actor, dispatch reduces before it returns.",
        .reducesElsewhere: "It reduces on the main actor.",
        .notifiesAfterwardsOnMain: "It notifies inside of the outermost dispatch.",
        .coalescesPerStore: "It notifies once per outermost dispatch.",
        .notifiesTheObserversOfTheTurn: "The turn is the outermost dispatch.",
        .snapshotsShowThePresentState: "No action is newer than the one that is announced.",
      ]
    ) { state, blocks in
      nonisolated(unsafe) let state = state
      return runOnMain { make(state, blocks.map { block in { block($0, $1) } }) }
    }
  }
}

/// Runs what needs the main actor, from any thread.
private func runOnMain<Result: Sendable>(
  _ body: @MainActor @Sendable () throws -> Result
) rethrows -> Result {
  if LegacyMainActor.isCurrent { return try MainActor.assumeIsolated(body) }
  return try DispatchQueue.main.sync { try MainActor.assumeIsolated(body) }
}

/// A copy, which leaves the main actor for good.
private struct LeavingCopy: @unchecked Sendable {
  let state: LegacyState
}

/// Here the name is that of the store, and not that of the contract.
@MainActor
private func copied<State: Codable>(_ store: MainReferenceStore<State, LegacyAction>) throws
  -> State
{
  try store.currentState()
}

/// The store as the contract calls it, from any thread.
extension MainReferenceStore: LegacyStore where State == LegacyState, Action == LegacyAction {
  @_implements(LegacyStore,dispatch(_:))
  package nonisolated func dispatchFromAnyThread(_ action: LegacyAction) { dispatcher(action) }

  @_implements(LegacyStore,currentState())
  package nonisolated func currentStateFromAnyThread() throws -> sending LegacyState {
    nonisolated(unsafe) let state = try runOnMain { LeavingCopy(state: try copied(self)) }.state
    return state
  }

  package nonisolated func flush() { runOnMain { read { _ in } } }

  package nonisolated func settle() async { await LegacyMainActor.turn() }
}
