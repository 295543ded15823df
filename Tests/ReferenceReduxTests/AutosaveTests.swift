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

  @Test func savesOnceWhenNothingChangedForTheDelay() async throws {
    let autosave = autosave()
    for _ in 0..<10 { store.dispatch(LegacyAction("burst")) }
    store.flush()
    await clock.waitForSleepers(1)
    #expect(saved.lefts == [])
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [10])
    #expect(saved.onMain == [false])
    try await autosave.flush()
    #expect(saved.lefts == [10], "nothing is left to save")
  }

  @Test func flushSavesAtOnceWhatTheCallerDispatched() async throws {
    let autosave = autosave()
    try await autosave.flush()
    #expect(saved.lefts == [])
    store.dispatch(LegacyAction("important"))
    try await autosave.flush()
    #expect(saved.lefts == [1])
    #expect(clock.sleeperCount == 0)
  }

  @Test func neverSavesTwiceAtOnceAndSavesWhatChangedMeanwhile() async throws {
    saved.holds = true
    let autosave = autosave()
    store.dispatch(LegacyAction("first"))
    async let first: Void = autosave.flush()
    let isHeld = try await onThread { [saved] in saved.isHeld.wait() }
    #expect(isHeld)
    store.dispatch(LegacyAction("meanwhile"))
    async let second: Void = autosave.flush()
    await store.settle()
    saved.holds = false
    saved.release.open()
    _ = try await (first, second)
    #expect(saved.lefts == [1, 2])
    #expect(saved.mostAtOnce == 1)
  }

  @Test func aSaveThatFailsIsReportedAndRetried() async throws {
    let failures = LegacyRecorder<String>()
    saved.fails = true
    let autosave = autosave(onFailure: { failures.record("\($0)") })
    store.dispatch(LegacyAction("change"))
    await #expect(throws: SaveLog.DiskIsFull.self) { try await autosave.flush() }
    #expect(failures.values == ["DiskIsFull()"])
    #expect(saved.lefts == [])
    saved.fails = false
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [1])
  }

  @Test func doesNotLoseTheLastStateWhenItIsDropped() async throws {
    var autosave: Autosave? = autosave()
    store.dispatch(LegacyAction("last"))
    store.flush()
    await clock.waitForSleepers(1)
    autosave = nil
    store.dispatch(LegacyAction("not followed any more"))
    store.flush()
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [2], "the state when it is saved")
    #expect(autosave == nil)
    store.dispatch(LegacyAction("not saved"))
    store.flush()
    #expect(store.hooks.withLock { $0.duringBurst.entries.isEmpty })
    #expect(clock.sleeperCount == 0)
  }

  @Test func savesWhatWasDispatchedRightBeforeItsRelease() async throws {
    let isReleased = LegacyGate(patience: 300)
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
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await saved.count(is: 1)
    #expect(saved.lefts == [1])
  }

  @Test func doesNotRetryAfterItsRelease() async throws {
    let (isFailed, isOver) = (LegacyGate(patience: 300), LegacyGate(patience: 60))
    var last = LegacyRecorder<EndingStore>()
    saved.fails = true
    do {
      let store = EndingStore { isOver.open() }
      let autosave = autosave(of: store, onFailure: { _ in isFailed.open() })
      store.dispatch(LegacyAction("change"))
      store.flush()
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
    let (isFull, isSaved) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
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
    store.queue.async { _ = isFull.wait() }
    for name in ["first", "slow", "slower"] { store.dispatch(LegacyAction(name)) }
    isFull.open()
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

  @Test func flushInsideItsOwnSaveEndsTheProcessWithAMessage() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = countingStore()
      let autosaves = LegacyRecorder<Autosave<LegacyState, LegacyAction>>()
      autosaves.record(
        Autosave(of: store, after: .zero) { _ in
          async let flush: Void = autosaves.values[0].flush()
          try await flush
          exitNormally()
        })
      store.dispatch(LegacyAction("change"))
      try await autosaves.values[0].flush()
      exitNormally()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("flush() was called inside the save of the same autosave"))
  }

  @Test func aTaskThatASaveStartedMayFlushWhenTheSaveIsOver() async throws {
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    let own = LegacyRecorder<Autosave<LegacyState, LegacyAction>>()
    let tasks = LegacyRecorder<Task<Void, any Error>>()
    own.record(
      Autosave(of: store, after: .seconds(1), clock: clock) { _ in
        tasks.record(
          Task {
            for await _ in end {}
            try await own.values[0].flush()
          })
      })
    store.dispatch(LegacyAction("change"))
    try await own.values[0].flush()
    ended.finish()
    try await tasks.values[0].value
  }

  @Test func flushInsideTheSaveOfAnotherAutosaveWorks() async throws {
    let other = autosave()
    let outer = Autosave(of: store, after: .seconds(1), clock: clock) { [saved] _ in
      try await other.flush()
      #expect(saved.lefts == [1])
    }
    store.dispatch(LegacyAction("change"))
    try await outer.flush()
    #expect(saved.lefts == [1])
  }
}

/// Calls a closure as it is released.
private final class EndingStore: ReferenceStore<LegacyState, LegacyAction>, @unchecked Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
    super.init(state: LegacyState(), reducers: [])
  }

  deinit { end() }
}

/// A disk that remembers what was saved, and can be slow or full.
final class SaveLog: @unchecked Sendable {
  // `@unchecked Sendable` because the variables are private or go through `lock`.
  struct DiskIsFull: Error {}

  let isHeld = LegacyGate(patience: 300)
  let release = LegacyGate(patience: 300)
  private let lock = NSLock()
  private var states: [(left: Int, onMain: Bool)] = []
  private var isHolding = false
  private var isFailing = false
  private var inside = 0
  private var most = 0
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  var lefts: [Int] { lock.withLock { states.map(\.left) } }
  var onMain: [Bool] { lock.withLock { states.map(\.onMain) } }
  var mostAtOnce: Int { lock.withLock { most } }

  var holds: Bool {
    get { lock.withLock { isHolding } }
    set { lock.withLock { isHolding = newValue } }
  }

  var fails: Bool {
    get { lock.withLock { isFailing } }
    set { lock.withLock { isFailing = newValue } }
  }

  func save(_ state: sending LegacyState) async throws {
    if fails { throw DiskIsFull() }
    let left = state.left
    lock.withLock {
      inside += 1
      most = max(most, inside)
    }
    if holds {
      isHeld.open()
      _ = try await onThread { self.release.wait() }
    }
    let due = lock.withLock {
      inside -= 1
      states.append((left, LegacyMainActor.isCurrent))
      defer { watchers.removeAll { $0.count <= states.count } }
      return watchers.filter { $0.count <= states.count }
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Waits until so many states were saved.
  func count(is count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = lock.withLock {
        if states.count < count { watchers.append((count, continuation)) }
        return states.count >= count
      }
      if isReached { continuation.resume() }
    }
  }
}
