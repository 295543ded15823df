import Foundation
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@MainActor
@Suite("Observation", .timeLimit(.minutes(15)))
struct ObservationTests {
  @Test func anObserverAddedBetweenTheReduceAndTheTurnIsCalledForTheAction() async {
    for configuration in [StoreConfiguration(), .withoutNotifications] {
      let store = countingStore(configuration)
      let log = LegacyRecorder<Int>()
      store.reduce("before")
      let token = store.observe { log.record($0.actionsReduced) }
      await store.settle()
      #expect(log.values == [1])
      await store.settle(after: "after")
      #expect(log.values == [1, 2])
      withExtendedLifetime(token) {}
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

  @Test func anObserverAddedInATurnIsCalledFromTheNextOn() async {
    let store = countingStore()
    let log = LegacyRecorder<String>()
    var late: [ObservationToken] = []
    let early = store.observe { _ in
      log.record("early")
      if late.isEmpty { late.append(store.observe { _ in log.record("late") }) }
    }
    await store.settle(after: "first")
    await store.settle(after: "second")
    #expect(log.values == ["early", "early", "late"])
    withExtendedLifetime((early, late)) {}
  }

  @Test func aStreamHoldsTheLatestChangeAndEndsWithTheStoreWhichNoTokenKeeps() async throws {
    var store: LegacyReferenceStore? = countingStore()
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
    #expect(seen == [3])
  }

  @Test func aStreamWithoutAConsumerReceivesNothing() async {
    let store = countingStore(.withoutNotifications)
    do {
      let changes = store.changes
      store.dispatch(LegacyAction("seen"))
      for await _ in changes { break }
    }
    await store.settle()
    let posted = store.statistics.notificationsPosted
    await store.settle(after: "without a consumer")
    #expect(store.statistics.notificationsPosted == posted)
  }

  @Test func typedMessagesComeWithTheNotification() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    var configuration = StoreConfiguration()
    configuration.postsTypedMessages = true
    configuration.notificationCenter = NotificationCenter()
    let store = countingStore(configuration)
    let other = countingStore(configuration)
    let log = LegacyRecorder<Bool>()
    let center = configuration.notificationCenter
    let token = center.addObserver(
      of: store, for: StateDidChangeMessage<LegacyState, LegacyAction>.self
    ) { message in
      log.record(message.store === store && LegacyMainActor.isCurrent)
    }
    await other.settle(after: "other")
    #expect(log.values == [])
    await store.settle(after: "own")
    #expect(log.values == [true])
    center.removeObserver(token)
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
    _ name: String, _ body: @escaping @MainActor () -> Void = {}
  ) -> ObservationToken {
    let captured = LegacyToken { [releases] in releases.record(name) }
    return store.observe { [calls] _ in
      calls.record(name)
      body()
      withExtendedLifetime(captured) {}
    }
  }

  private func change() async {
    await store.settle(after: "change")
  }

  /// On another thread, or by the release of the token.
  @Test(arguments: [false, true])
  func stopsADeliveryThatIsPending(isRelease: Bool) async {
    var token: ObservationToken? = observe("observer")
    store.reduce("reduced, but not delivered yet")
    if isRelease {
      token = nil
      #expect(releases.values == ["observer"])
    } else {
      let isCanceled = LegacyGate()
      Thread { [token] in
        token?.cancel()
        isCanceled.open()
      }.start()
      // Blocks the main actor, so that the delivery stays pending.
      #expect(isCanceled.wait())
    }
    await store.settle()
    #expect(calls.values == [])
    #expect(releases.values == ["observer"])
    withExtendedLifetime(token) {}
  }

  @Test func mayHappenInsideAReduceBlock() async {
    let token = LegacyRecorder<ObservationToken>()
    let delivered = LegacyRecorder<Int>()
    let store = LegacyReferenceStore(
      state: LegacyState(), reducers: [{ _, _ in token.values.forEach { $0.cancel() } }])
    token.record(store.observe { delivered.record($0.actionsReduced) })
    await store.settle(after: "cancel")
    #expect(delivered.values == [])
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
    await change()
    try await canceling.value
    await change()
    #expect(waited.values == [true])
    #expect(calls.values == ["observer"])
    #expect(releases.values == ["observer"])
  }

  @Test func byAnotherObserverReleasesAtOnceToo() async {
    var others: [ObservationToken] = []
    let atOnce = LegacyRecorder<[String]>()
    let first = observe("first") { [releases] in
      others.first?.cancel()
      atOnce.record(releases.values)
      others = []
      atOnce.record(releases.values)
    }
    others = ["canceled", "released"].map { observe($0) }
    let last = observe("last")
    await change()
    #expect(atOnce.values == [["canceled"], ["canceled", "released"]])
    #expect(calls.values == ["first", "last"])
    withExtendedLifetime((first, last)) {}
  }

  @Test func fromInsideReleasesWhenTheObserverReturns() async {
    var token: ObservationToken?
    let inside = LegacyRecorder<[String]>()
    token = observe("observer") { [releases] in
      token?.cancel()
      inside.record(releases.values)
    }
    let next = observe("next") { [releases] in inside.record(releases.values) }
    await change()
    await change()
    #expect(inside.values == [[], ["observer"], ["observer"]])
    #expect(calls.values == ["observer", "next", "next"])
    withExtendedLifetime((token, next)) {}
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
    #expect(store.statistics.largestBatch == 4, "one batch")
    #expect(passed.values == [true, true, true])
    withExtendedLifetime(observer) {}
  }

  @Test func postsGoToTheCenterOfTheConfiguration() async {
    var configuration = StoreConfiguration()
    configuration.notificationCenter = NotificationCenter()
    let store = countingStore(configuration)
    let elsewhere = LegacyObserver(of: store)
    let log = LegacyRecorder<Notification.Name>()
    let token = configuration.notificationCenter.addObserver(
      forName: nil, object: store, queue: nil
    ) { log.record($0.name) }
    await store.settle(after: "delivered")
    #expect(log.values == [.RDXStateDidChange])
    #expect(elsewhere.count == 0)
    withExtendedLifetime(token) {}
  }
}
