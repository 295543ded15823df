import Foundation
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@MainActor
@Suite("Observation", .timeLimit(.minutes(15)))
struct ObservationTests {
  /// One that is added in a turn is called from the next one on.
  @Test func anObserverAddedBetweenTheReduceAndTheTurnIsCalledForTheAction() async {
    for configuration in [StoreConfiguration(), .withoutNotifications] {
      let store = countingStore(configuration)
      let log = LegacyRecorder<String>()
      var late: [ObservationToken] = []
      store.reduce("before")
      let token = store.observe {
        log.record("early \($0.actionsReduced)")
        if late.isEmpty {
          late.append(store.observe { log.record("late \($0.actionsReduced)") })
        }
      }
      await store.settle()
      #expect(log.values == ["early 1"])
      await store.settle(after: "after")
      #expect(log.values == ["early 1", "early 2", "late 2"])
      withExtendedLifetime((token, late)) {}
    }
  }

  @Test func actionsThatNothingObservesWithoutNotificationsHaveOneTurnWithTheNextObserver() async {
    let store = countingStore(.withoutNotifications)
    let log = LegacyRecorder<String>()
    func observe(_ name: String) -> ObservationToken {
      store.observe { log.record("\(name) \($0.actionsReduced)") }
    }
    var tokens = [observe("before anything changed")]
    await store.settle()
    tokens = []
    for _ in 0..<3 { store.dispatch(LegacyAction("unobserved")) }
    await store.settle()
    #expect(store.statistics.notificationsPosted == 0)
    tokens = [observe("first"), observe("second")]
    await store.settle()
    tokens.append(observe("third"))
    await store.settle()
    #expect(log.values == ["first 3", "second 3"])
    tokens = []
    await store.settle(after: "unobserved")
    tokens.append(observe("fourth"))
    await store.settle()
    #expect(log.values == ["first 3", "second 3", "fourth 4"])
    #expect(store.statistics.notificationsPosted == 2)
    withExtendedLifetime(tokens) {}
  }

  /// The token is canceled, or the last reference to the store goes, on another thread.
  @Test(arguments: [false, true], [false, true])
  func whatAnObserverCapturedIsReleasedOnTheMainActor(cancels: Bool, isMain: Bool) async {
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    let place = Locked<((any AnyObject & Sendable)?, ObservationToken)?>(nil)
    func fill() -> (any AnyObject & Sendable)? {
      let store = countingStore()
      let probe = LegacyToken { report.yield(MainQueue.isCurrent) }
      let main = MainReferenceStore<LegacyState, LegacyAction>(state: LegacyState(), reducers: [])
      let observer: @MainActor (StoreChange) -> Void = { _ in withExtendedLifetime(probe) {} }
      let token = isMain ? main.observe(observer) : store.observe(observer)
      let observed: any AnyObject & Sendable = isMain ? main : store
      place.withLock { $0 = (cancels ? nil : observed, token) }
      return cancels ? observed : nil
    }
    let store = fill()
    await Task.detached {
      let kept = place.withLock { $0.take() }
      if cancels { kept?.1.cancel() }
    }.value
    for await isOnMainActor in reports {
      #expect(isOnMainActor)
      break
    }
    withExtendedLifetime(store) {}
  }

  @Test func aStreamHoldsTheLatestChangeAndEndsWithItsConsumerOrTheStoreWhichNoTokenKeeps()
    async throws
  {
    var store: LegacyReferenceStore? = countingStore(.withoutNotifications)
    do {
      let ended = store?.changes
      store?.dispatch(LegacyAction("seen"))
      if let ended { for await _ in ended { break } }
    }
    await store?.settle()
    let posted = store?.statistics.notificationsPosted
    await store?.settle(after: "without a consumer")
    #expect(store?.statistics.notificationsPosted == posted)
    weak let observed = store
    let (token, changes) = (store?.observe { _ in }, store?.changes)
    for _ in 0..<3 {
      await store?.settle(after: "burst")
    }
    store = nil
    try #require(observed == nil)
    token?.cancel()
    var seen: [Int] = []
    if let changes { for await change in changes { seen.append(change.actionsReduced) } }
    #expect(seen == [5])
  }
}

/// The rule of `ObservationToken.cancel()`, clause by clause.
@MainActor
@Suite("Canceling an observation", .timeLimit(.minutes(15)))
struct ObservationTokenTests {
  private let store = countingStore()
  private let calls = LegacyRecorder<String>()
  private let releases = LegacyRecorder<String>()

  /// Observes the store with a closure that captures an object.
  private func observe(
    _ name: String, of other: LegacyReferenceStore? = nil,
    _ body: @escaping @MainActor () -> Void = {}
  ) -> ObservationToken {
    let captured = LegacyToken { [releases] in releases.record(name) }
    return (other ?? store).observe { [calls] _ in
      calls.record(name)
      body()
      withExtendedLifetime(captured) {}
    }
  }

  /// How an observation ends while a delivery is pending.
  enum End: CaseIterable { case onAnotherThread, byRelease, inABlock }

  @Test(arguments: End.allCases)
  func stopsADeliveryThatIsPending(_ end: End) async {
    let canceled = LegacyRecorder<ObservationToken>()
    let store = LegacyReferenceStore(
      state: LegacyState(), reducers: [{ _, _ in canceled.values.forEach { $0.cancel() } }])
    var token: ObservationToken? = observe("observer", of: store)
    if end == .inABlock, let token { canceled.record(token) }
    store.reduce("reduced, but not delivered yet")
    switch end {
    case .byRelease:
      token = nil
      #expect(releases.values == ["observer"])
    case .onAnotherThread:
      let isCanceled = LegacyGate()
      Thread { [token] in
        token?.cancel()
        isCanceled.open()
      }.start()
      // Blocks the main actor, so that the delivery stays pending.
      #expect(isCanceled.wait())
    case .inABlock: break
    }
    await store.settle()
    #expect(calls.values == [])
    #expect(releases.values == ["observer"])
    withExtendedLifetime(token) {}
  }

  @Test func offTheMainActorDoesNotWaitForADelivery() async throws {
    let (isUnderWay, isCanceled) = (LegacyGate(), LegacyGate())
    let waited = LegacyRecorder<Bool>()
    let token = observe("observer") {
      isUnderWay.open()
      waited.record(isCanceled.wait())
    }
    let canceling = Task {
      try await onThread {
        _ = isUnderWay.wait()
        token.cancel()
        isCanceled.open()
      }
    }
    await store.settle(after: "change")
    try await canceling.value
    await store.settle(after: "change")
    #expect(waited.values == [true])
    #expect(calls.values == ["observer"])
    #expect(releases.values == ["observer"])
  }

  @Test func byAnotherObserverReleasesAtOnceAndFromInsideWhenTheObserverReturns() async {
    var others: [ObservationToken] = []
    let seen = LegacyRecorder<[String]>()
    let first = observe("first") { [releases] in
      others.first?.cancel()
      seen.record(releases.values)
      others = []
      seen.record(releases.values)
    }
    others = ["canceled", "released"].map { observe($0) }
    var token: ObservationToken?
    token = observe("inside") { [releases] in
      token?.cancel()
      seen.record(releases.values)
    }
    let last = observe("last") { [releases] in seen.record(releases.values) }
    await store.settle(after: "change")
    let both = ["canceled", "released"]
    #expect(seen.values == [["canceled"], both, both, both + ["inside"]])
    await store.settle(after: "change")
    #expect(calls.values == ["first", "inside", "last", "first", "last"])
    withExtendedLifetime((first, token, last)) {}
  }
}

@Suite("Notifications", .timeLimit(.minutes(15)))
struct NotificationTests {
  @Test func aPostComesBeforeTheEndOfALongBatchOfSlowReducers() async {
    let (posted, passed) = (LegacyGate(), LegacyRecorder<Bool>())
    let store = LegacyReferenceStore(state: LegacyState()) { _, action in
      // Without a post in the middle of the batch this waits in vain.
      if action.name == "slow" { passed.record(posted.wait()) }
    }
    let observer = LegacyObserver(of: store) { _ in
      for _ in 0..<3 { posted.open() }
    }
    store.inOneBatch {
      for name in ["quick", "slow", "slow", "slow"] { store.dispatch(LegacyAction(name)) }
    }
    await store.settle()
    #expect(passed.values == [true, true, true])
    withExtendedLifetime(observer) {}
  }
}
