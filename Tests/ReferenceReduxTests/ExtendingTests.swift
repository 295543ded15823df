import Foundation
import StoreContract
import Testing

@testable import ReferenceRedux

/// The calls that the bridge and the recorder of sessions build on.
@Suite("Additions of other modules to a store", .timeLimit(.minutes(15)))
struct ExtendingTests {
  /// A way to look at the state of a store.
  enum Access: CaseIterable {
    case read, readBetweenActions, currentState, snapshot, snapshotBetweenActions, sharedSnapshot
    case firstValue

    func right(of store: LegacyReferenceStore) async throws -> Int {
      switch self {
      case .read: return store.read { $0.right }
      case .readBetweenActions: return store.readBetweenActions { $0.right }
      case .currentState: return try store.currentState().right
      case .snapshot: return try await store.snapshot().right
      case .snapshotBetweenActions: return try await store.snapshotBetweenActions().right
      case .sharedSnapshot: return try await MainActor.run { try store.sharedSnapshot().right }
      case .firstValue:
        var right = 0
        _ = store.afterEachAction(first: { right = $0.right }) { _, _ in }
        return right
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
      guard let isUpdating else { return store.afterEachAction(first: { _ in }, hook) }
      return store.afterEachAction(updating: isUpdating, first: { _ in }, hook)
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
}
