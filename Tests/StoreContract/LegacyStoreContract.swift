internal import ReferenceRedux
package import Testing

/// The contract that users of ReduxObjC rely on, as claims that a test can check for any store.
///
/// ```swift
/// @Test(arguments: LegacyStoreClaim.allCases)
/// func keeps(_ claim: LegacyStoreClaim) async throws {
///   try await LegacyStoreContract { state, reducers in
///     ReferenceStore(state: state, reducers: reducers)
///   }.check(claim)
/// }
/// ```
package struct LegacyStoreContract: Sendable {
  package let exceptions: [LegacyStoreClaim: Comment]
  let make: LegacyStoreMaker

  /// Makes the contract for one kind of store.
  ///
  /// - Parameters:
  ///   - exceptions: The claims that it does not make, each with the reason.
  ///   - make: Makes a store.
  package init(exceptions: [LegacyStoreClaim: Comment] = [:], make: @escaping LegacyStoreMaker) {
    self.exceptions = exceptions
    self.make = make
  }

  /// Checks `claim` with a new store, unless it is an exception.
  ///
  /// - Parameter claim: The claim to check.
  /// - Throws: Unexpected errors of the store.
  package func check(_ claim: LegacyStoreClaim) async throws {
    guard exceptions[claim] == nil else { return }
    switch claim {
    case .dispatchReturnsAtOnce: try await dispatchReturnsAtOnce()
    case .reducesSeriallyInOrder: try await reducesSeriallyInOrder()
    case .runsEveryBlockInOrder: runsEveryBlockInOrder()
    case .givesAllBlocksOneState: givesAllBlocksOneState()
    case .reducesElsewhere: try await reducesElsewhere()
    case .notifiesAfterwardsOnMain: try await notifiesAfterwardsOnMain()
    case .coalescesPerStore: await coalescesPerStore()
    case .notifiesTheObserversOfTheTurn: await notifiesTheObserversOfTheTurn()
    case .readsItsOwnWritesFromCopies: try await readsItsOwnWritesFromCopies()
    case .snapshotsShowThePresentState: try await snapshotsShowThePresentState()
    case .snapshotsKeepTheGraph: try snapshotsKeepTheGraph()
    case .nestedDispatchIsQueuedLast: try await nestedDispatchIsQueuedLast()
    case .pendingActionsKeepTheStore: try await pendingActionsKeepTheStore()
    }
  }

  /// Makes a store with one block.
  func store(
    _ state: sending LegacyState = LegacyState(),
    _ block: @escaping ReduceBlock<LegacyState, LegacyAction>
  ) -> any LegacyStore {
    make(state, [block])
  }
}

/// The claims, in the order of the contract: C1 to C13.
///
/// C14, subclassing, is not a claim about an instance.
package enum LegacyStoreClaim: String, CaseIterable, Sendable {
  /// C1: `dispatch` returns before the reducers have run, from any thread.
  case dispatchReturnsAtOnce
  /// C2: never two at once, first in first out for each thread.
  case reducesSeriallyInOrder
  /// C3: every block for every action, in array order, twice if listed twice.
  case runsEveryBlockInOrder
  /// C4: the same live state and the same action for all blocks.
  case givesAllBlocksOneState
  /// C5: off the main actor, and not on the thread that dispatches or reads.
  case reducesElsewhere
  /// C6: after the reducers, on the main actor, name and object right, never inside `dispatch`.
  case notifiesAfterwardsOnMain
  /// C7: exactly one while the main actor is busy, one for each spaced action, one per store.
  case coalescesPerStore
  /// C8: an observer is notified if it observes when the turn comes.
  case notifiesTheObserversOfTheTurn
  /// C9: deep copies that see the caller's own writes and are never torn.
  case readsItsOwnWritesFromCopies
  /// C10: perhaps newer than the action that the notification was for.
  case snapshotsShowThePresentState
  /// C11: shared references, dynamic classes, nil, dates and doubles to the bit.
  case snapshotsKeepTheGraph
  /// C12: a dispatch inside a block or an observer is allowed and queued last.
  case nestedDispatchIsQueuedLast
  /// C13: pending actions keep the store and themselves.
  case pendingActionsKeepTheStore
}
