import Foundation
import StoreContract
import Testing

@testable import ReferenceRedux

@Suite("Reading", .timeLimit(.minutes(15)))
struct ReadingTests {
  @Test(arguments: [false, true])
  func aReadBorrowsTheLiveStateOnTheCallingThread(isBetweenActions: Bool) {
    let live = LegacyRecorder<ObjectIdentifier>()
    let store = LegacyReferenceStore(state: LegacyState()) { state, _ in
      live.record(ObjectIdentifier(state))
      state.left += 1
    }
    func read<Value: Sendable>(_ body: @Sendable (LegacyState) throws -> Value) rethrows -> Value {
      try isBetweenActions ? store.readBetweenActions(body) : store.read(body)
    }
    store.dispatch(LegacyAction("seen by the same caller"))
    if isBetweenActions { store.flush() }
    #expect(read { $0.left } == 1)
    #expect(read { ObjectIdentifier($0) } == live.values.first)
    let caller = pthread_self().hashValue
    #expect(read { _ in pthread_self().hashValue } == caller)
    #expect(throws: Fragile.Refusal.self) { try read { _ in throw Fragile.Refusal() } }
    #expect(store.read { $0.left } == 1)
    #expect(store.statistics.copiesMade == 0)
  }

  @Test func aGraphThatCannotBeCopiedThrowsAndTheStoreGoesOn() async throws {
    let store = ReferenceStore<Fragile, Bool>(state: Fragile()) { $0.isBroken = $1 }
    store.dispatch(true)
    #expect(throws: Fragile.Refusal.self) { try store.currentState() }
    await #expect(throws: Fragile.Refusal.self) { try await store.snapshot() }
    _ = await MainActor.run {
      #expect(throws: Fragile.Refusal.self) { try store.sharedSnapshot() }
    }
    #expect(store.read { $0.isBroken })
    store.dispatch(false)
    _ = try store.currentState()
  }

  @Test func aReadBetweenActionsSeesTheStateAfterTheActionInProgressAndAtMostOneMore() async throws
  {
    let (isReducing, mayGoOn) = (LegacyGate(), LegacyGate())
    let store = pausedStore(isReducing, until: mayGoOn)
    // In one batch: after the last of a batch, access passes on without an action.
    store.inOneBatch {
      for number in 0...1_000 { store.dispatch(LegacyAction(number == 0 ? "first" : "pending")) }
    }
    #expect(try await onThread { isReducing.wait() })
    let (reads, mayEnd) = (LegacyRecorder<[Int]>(), LegacyGate())
    for number in 0..<20 {
      Thread {
        store.readBetweenActions {
          reads.record([$0.left, $0.right])
          _ = mayEnd.wait()
        }
      }.start()
      // The first waits for an action, the others for the executor, which waits for the read before.
      try await onThread {
        while store.progress.withLock({ $0.access.waiters.count }) <= min(number, 1) {
          sched_yield()
        }
        if number == 0 { mayGoOn.open() } else { mayEnd.open() }
        while reads.values.count <= number { sched_yield() }
      }
    }
    mayEnd.open()
    #expect(store.read { $0.left } == 1_001)
    #expect(reads.values == (1...20).map { [$0, $0] })
  }
}

@MainActor
@Suite("A shared snapshot", .timeLimit(.minutes(15)))
struct SharedSnapshotTests {
  /// The first observer takes it, or the caller before the notification.
  @Test(arguments: [false, true])
  func isOneCopyForAllObserversOfAChange(isEarly: Bool) async throws {
    let store = countingStore()
    let seen = LegacyRecorder<ObjectIdentifier>()
    let tokens = (0..<10).map { _ in
      store.observe { _ in
        if let state = try? store.sharedSnapshot() { seen.record(ObjectIdentifier(state)) }
        // The store continues while it notifies them.
        store.dispatch(LegacyAction("meanwhile"))
        if seen.values.count >= 10 { store.flush() }
      }
    }
    store.dispatch(LegacyAction("first"))
    let early = isEarly ? try store.sharedSnapshot() : nil
    store.flush()
    await LegacyMainActor.turn()
    withExtendedLifetime(tokens) {}
    #expect(Set(seen.values.prefix(10)).count == 1)
    if let early { #expect(seen.values.first == ObjectIdentifier(early)) }
    #expect(store.statistics.copiesMade == seen.values.count / 10)
  }

  @Test func isSharedUntilSomethingIsDispatchedAndNotKeptByTheStore() async throws {
    let store = countingStore()
    let first = try store.sharedSnapshot()
    #expect(try store.sharedSnapshot() === first)
    #expect(store.statistics.copiesMade == 1)
    store.dispatch(LegacyAction("write"))
    let second = try store.sharedSnapshot()
    #expect(second !== first)
    #expect((first.left, second.left) == (0, 1))
    await store.settle()
    #expect(try store.sharedSnapshot() === second)
    weak var copy: LegacyState?
    let token = store.observe { _ in copy = try? store.sharedSnapshot() }
    await store.settle(after: "write")
    withExtendedLifetime(token) {}
    #expect(store.statistics.copiesMade == 3)
    #expect(copy == nil)
  }
}
