import Foundation
import StoreContract
import Testing
import ValueReduxTesting

@testable import ReferenceRedux

@Suite("An autosave", .timeLimit(.minutes(15)))
struct AutosaveTests {
  let clock = ScriptedClock()
  let store = countingStore()
  let saved = SaveLog()

  private func autosave(
    of store: LegacyReferenceStore? = nil, after delay: Duration = .seconds(1),
    atLatest limit: Duration? = nil, onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> Autosave<LegacyState, LegacyAction> {
    Autosave(
      of: store ?? self.store, after: delay, atLatest: limit, clock: clock, onFailure: onFailure
    ) { [saved] state in try await saved.save(state) }
  }

  /// Lets the delay pass, and waits for the first save.
  private func saveAfterTheDelay() async {
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
  }

  @Test func savesOnceWhenNothingChangedForTheDelayAndAFlushSavesAtOnce() async throws {
    let autosave = autosave()
    try await autosave.flush()
    #expect(saved.lefts == [])
    for _ in 0..<10 { store.dispatch(LegacyAction("burst")) }
    store.flush()
    await clock.waitForSleepers(1)
    #expect(saved.lefts == [])
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    try await autosave.flush()
    #expect(saved.lefts == [10], "nothing is left to save")
    store.dispatch(LegacyAction("important"))
    try await autosave.flush()
    #expect(saved.lefts == [10, 11])
    #expect(saved.onMain == [false, false])
    #expect(clock.sleeperCount == 0)
  }

  @Test func neverSavesTwiceAtOnceAndSavesWhatChangedMeanwhile() async throws {
    saved.holds.withLock { $0 = true }
    let autosave = autosave()
    store.dispatch(LegacyAction("first"))
    async let first: Void = autosave.flush()
    let isHeld = try await onThread { [saved] in saved.isHeld.wait() }
    #expect(isHeld)
    store.dispatch(LegacyAction("meanwhile"))
    async let second: Void = autosave.flush()
    await store.settle()
    saved.holds.withLock { $0 = false }
    saved.release.open()
    _ = try await (first, second)
    #expect(saved.lefts == [1, 2])
    #expect(saved.mostAtOnce == 1)
  }

  @Test func aSaveThatFailsIsReportedAndRetried() async throws {
    let failures = LegacyRecorder<String>()
    saved.fails.withLock { $0 = true }
    let autosave = autosave(onFailure: { failures.record("\($0)") })
    store.dispatch(LegacyAction("change"))
    await #expect(throws: SaveLog.DiskIsFull.self) { try await autosave.flush() }
    #expect(failures.values == ["DiskIsFull()"])
    #expect(saved.lefts == [])
    saved.fails.withLock { $0 = false }
    await saveAfterTheDelay()
    #expect(saved.lefts == [1])
  }

  @Test func doesNotLoseTheLastStateWhenItIsDropped() async throws {
    var autosave: Autosave? = autosave()
    store.reduce("last")
    await clock.waitForSleepers(1)
    autosave = nil
    store.reduce("not followed any more")
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [2], "the state when it is saved")
    #expect(autosave == nil)
    store.reduce("not saved")
    #expect(store.hooks.withLock { $0.duringBurst.entries.isEmpty })
    #expect(clock.sleeperCount == 0)
  }

  @Test func savesWhatWasDispatchedRightBeforeItsRelease() async throws {
    let isReleased = LegacyGate()
    let store = LegacyReferenceStore(state: LegacyState()) { state, _ in
      _ = isReleased.wait()
      state.left += 1
    }
    do {
      let autosave = autosave(of: store)
      store.dispatch(LegacyAction("last"))
      withExtendedLifetime(autosave) {}
    }
    isReleased.open()
    await saveAfterTheDelay()
    #expect(saved.lefts == [1])
  }

  @Test func doesNotRetryAfterItsRelease() async throws {
    let (isFailed, isOver) = (LegacyGate(), LegacyGate(patience: 60))
    var last = LegacyRecorder<EndingStore>()
    saved.fails.withLock { $0 = true }
    do {
      let store = EndingStore { _ in isOver.open() }
      let autosave = autosave(of: store, onFailure: { _ in isFailed.open() })
      store.reduce("change")
      await clock.waitForSleepers(1)
      withExtendedLifetime(autosave) {}
      last.record(store)
    }
    last.values[0].flush()
    last = LegacyRecorder()
    clock.advance(by: .seconds(1))
    #expect(try await onThread { isFailed.wait() })
    let isReleased = try await onThread { isOver.wait() }
    #expect(isReleased, "nothing keeps the store")
  }

  @Test func theLimitHoldsBehindAQueueOfSlowActions() async throws {
    let own = LegacyRecorder<LegacyReferenceStore>()
    let isSaved = LegacyGate()
    let store = LegacyReferenceStore(state: LegacyState()) { state, action in
      state.left += 1
      switch action.name {
      case "slow":
        let (store, clock) = (own.values[0], ContinuousClock())
        let end = clock.now + .seconds(300)
        while clock.now < end, store.progress.withLock({ $0.access.waiters.isEmpty }) {
          sched_yield()
        }
      case "slower": _ = isSaved.wait()
      default: break
      }
    }
    own.record(store)
    let autosave = autosave(of: store, after: .seconds(9), atLatest: .seconds(10))
    store.inOneBatch {
      for name in ["first", "slow", "slower"] { store.dispatch(LegacyAction(name)) }
    }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    await clock.waitForSleepers(1)
    #expect(saved.lefts == [], "the actions still change the state")
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [2])
    isSaved.open()
    try await autosave.flush()
    #expect(saved.lefts == [2, 3])
  }

  @Test func aTaskThatASaveStartedMayFlushWhenItIsOverAndASaveMayFlushAnother() async throws {
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    let own = LegacyRecorder<Autosave<LegacyState, LegacyAction>>()
    let tasks = LegacyRecorder<Task<Void, any Error>>()
    let other = autosave()
    own.record(
      Autosave(of: store, after: .seconds(1), clock: clock) { [saved] _ in
        try await other.flush()
        #expect(saved.lefts == [1])
        tasks.record(
          Task {
            for await _ in end {}
            try await own.values[0].flush()
          })
      })
    store.dispatch(LegacyAction("change"))
    try await own.values[0].flush()
    #expect(saved.lefts == [1])
    ended.finish()
    try await tasks.values[0].value
  }
}

/// A disk that remembers what was saved, and can be slow or full.
final class SaveLog: Sendable {
  struct DiskIsFull: Error {}

  let (isHeld, release) = (LegacyGate(), LegacyGate())
  let (holds, fails) = (Locked(false), Locked(false))
  private let states = LegacyRecorder<(left: Int, onMain: Bool)>()
  private let inside = Locked((now: 0, most: 0))
  private let saves = AsyncStream.makeStream(of: Int.self)

  var lefts: [Int] { states.values.map(\.left) }
  var onMain: [Bool] { states.values.map(\.onMain) }
  var mostAtOnce: Int { inside.withLock { $0.most } }

  func save(_ state: sending LegacyState) async throws {
    if fails.withLock({ $0 }) { throw DiskIsFull() }
    let left = state.left
    inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    if holds.withLock({ $0 }) {
      isHeld.open()
      _ = try await onThread { self.release.wait() }
    }
    inside.withLock { $0.now -= 1 }
    states.record((left, LegacyMainActor.isCurrent))
    saves.continuation.yield(states.values.count)
  }

  /// Waits until so many states were saved.
  func count(is count: Int) async {
    if states.values.count >= count { return }
    for await saved in saves.stream where saved >= count { return }
  }
}
