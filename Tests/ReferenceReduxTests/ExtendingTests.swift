import Foundation
import StoreContract
import Testing

@testable import ReferenceRedux

/// What the bridge and the recorder of sessions build on.
@Suite("What other modules add to a store", .timeLimit(.minutes(15)))
struct ExtendingTests {
  /// A way to look at the state of a store.
  enum Access: CaseIterable {
    case read, readBetweenActions, currentState, snapshot, snapshotBetweenActions, sharedSnapshot
    case firstValue

    func right(of store: LegacyReferenceStore) async throws -> Int {
      switch self {
      case .read: store.read { $0.right }
      case .readBetweenActions: store.readBetweenActions { $0.right }
      case .currentState: try store.currentState().right
      case .snapshot: try await store.snapshot().right
      case .snapshotBetweenActions: try await store.snapshotBetweenActions().right
      case .sharedSnapshot: try await MainActor.run { try store.sharedSnapshot().right }
      case .firstValue: store.afterEachAction(first: { $0.right }) { _, _ in }.first
      }
    }
  }

  @Test(arguments: Access.allCases)
  func theStateIsUpdatedBeforeItIsSeenAndACopyAloneIsCompleted(_ access: Access) async throws {
    let store = countingStore()
    #expect(try await access.right(of: store) == 0)
    store.beforeAccess { $0.right = 100 + $0.left }
    store.afterCopy { $0.right += 1_000 }
    store.reduce("change")
    let isCopied = ![.read, .readBetweenActions, .firstValue].contains(access)
    #expect(try await access.right(of: store) == (isCopied ? 1_101 : 101))
    #expect(store.statistics.copiesMade == (isCopied ? 2 : 0))
    #expect(store.read { $0.right } == 101)
  }

  @Test(arguments: [true, false, nil])
  func anActionHookSeesTheUpdatedStateIfItWantsIt(_ isUpdating: Bool?) {
    let (store, seen) = (countingStore(), LegacyRecorder<Int>())
    store.beforeAccess { $0.right = 100 }
    let removals = [10, 20].map { offset in
      let hook: ReduceBlock<LegacyState, LegacyAction> = { state, _ in
        seen.record(offset + state.right)
      }
      guard let isUpdating else { return store.afterEachAction(first: { _ in }, hook).remove }
      return store.afterEachAction(updating: isUpdating, first: { _ in }, hook).remove
    }
    store.reduce("change")
    removals[0]()
    store.flush()
    store.reduce("change")
    #expect(seen.values == (isUpdating ?? true ? [110, 120, 120] : [111, 121, 121]))
  }

  @Test(arguments: [true, false, nil])
  func theHookAfterABurstUpdatesTheStateIfItNeedsIt(_ needsUpdate: Bool?) {
    let (store, seen) = (countingStore(), LegacyRecorder<Int>())
    store.beforeAccess { $0.right = 100 }
    let removals = [10, 20].map { offset in
      guard let needsUpdate else { return store.afterBurst { seen.record(offset + $0.right) } }
      return store.afterBurst(needsUpdate: { needsUpdate }) { seen.record(offset + $0.right) }
    }
    store.reduce("change")
    removals[0]()
    store.enqueue { $0.right += 1 }
    store.flush()
    #expect(seen.values == (needsUpdate ?? true ? [110, 120, 120] : [11, 21, 22]))
  }

  @Test func aBurstEndsOnceWhateverWaitsInIt() async throws {
    let (isReducing, mayGoOn) = (LegacyGate(), LegacyGate())
    let store = pausedStore(isReducing, until: mayGoOn)
    let (ends, moves) = (LegacyRecorder<Int>(), LegacyRecorder<Bool>())
    let removals = [
      store.afterBurst { ends.record($0.left) }, store.duringBurst { moves.record($0) },
    ]
    store.dispatch(LegacyAction("first"))
    #expect(try await onThread { isReducing.wait() })
    store.dispatch(LegacyAction("second"))
    // Takes its place although others wait.
    async let third: Void = store.dispatchAndWait(LegacyAction("third"))
    while store.statistics.actionsPending < 3 { await Task.yield() }
    store.dispatch(LegacyAction("fourth"))
    mayGoOn.open()
    await third
    store.flush()
    #expect(ends.values == [1, 4])
    #expect(moves.values == [false, true, false])
    removals.forEach { $0() }
    store.reduce("fifth")
    #expect(ends.values.count == 2 && moves.values.count == 3)
  }

  @Test func anInterruptionComesBetweenActionsAndItsBlocksReduceTheNextOne() async throws {
    let (isReducing, mayGoOn) = (LegacyGate(), LegacyGate())
    let store = pausedStore(isReducing, until: mayGoOn)
    let log = LegacyRecorder<String>()
    store.inOneBatch {
      for name in ["first", "second", "third"] { store.dispatch(LegacyAction(name)) }
      store.enqueue { log.record("work at \($0.left)") }
      store.dispatch(LegacyAction("fourth"))
    }
    #expect(try await onThread { isReducing.wait() })
    for number in 0..<2 {
      store.interrupt { [store] state in
        log.record("interruption \(number) at \(state.left)")
        store.replaceBlocks([{ state, _ in state.left += 100 }])
      }
    }
    mayGoOn.open()
    store.flush()
    store.interrupt { log.record("interruption at \($0.left), when nothing waits") }
    store.flush()
    #expect(
      log.values == [
        "interruption 0 at 1", "interruption 1 at 1", "work at 201",
        "interruption at 301, when nothing waits",
      ])
    #expect(store.statistics.actionsReduced == 4)
    #expect(store.statistics.actionsPending == 0)
  }

  @Test func aTurnHasFourMoments() async {
    let (store, log) = (countingStore(), LegacyRecorder<String>())
    store.afterPost { log.record("after post \($0.actionsReduced)") }
    let token = store.observe { log.record("observed \($0.actionsReduced)") }
    store.beforePost { log.record("before post") }
    store.beforeTurn { log.record("start") }
    let observer = LegacyObserver(of: nil) { [weak store] notification in
      if notification.object as? LegacyReferenceStore === store { log.record("posted") }
    }
    await store.settle(after: "change")
    #expect(log.values == ["start", "before post", "posted", "observed 1", "after post 1"])
    withExtendedLifetime((token, observer)) {}
  }

  @MainActor @Test func eventsOfActionsLeaveTheirOwnForTheNextRun() {
    let (events, log) = (ActionEvents(), LegacyRecorder<String>())
    events.put {
      events.put { log.record("third") }
      events.run()
      log.record("first, running: \(events.isRunning)")
    }
    events.put { log.record("second") }
    events.run()
    #expect(log.values == ["first, running: true", "second"])
    #expect(!events.isRunning)
    events.run()
    events.run()
    #expect(log.values.count == 3)
  }

  @Test func accessIsHandedToTheThreadThatWaits() {
    var access = ExclusiveAccess()
    let turns = [access.begin(.reducing), access.begin(.copying)]
    var next = access.end()
    #expect(turns[0] == nil && next != nil && next === turns[1])
    #expect(access.activityOfThisThread == .copying && access.isHeld(by: pthread_self()))
    next = access.end()
    #expect(next == nil && !access.isHeld(by: pthread_self()))
  }
}
