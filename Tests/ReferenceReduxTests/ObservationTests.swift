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
      store.dispatch(LegacyAction("before"))
      store.flush()
      let token = store.observe { log.record($0.actionsReduced) }
      await store.settle()
      #expect(log.values == [1])
      store.dispatch(LegacyAction("after"))
      await store.settle()
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
    for _ in 0..<3 { store.dispatch(LegacyAction("unobserved")) }
    await store.settle()
    #expect(store.statistics.notificationsPosted == 0)
    var tokens = [observe("first"), observe("second")]
    await store.settle()
    tokens.append(observe("third"))
    await store.settle()
    #expect(log.values == ["first 3", "second 3"])
    tokens = []
    store.dispatch(LegacyAction("unobserved"))
    await store.settle()
    tokens.append(observe("fourth"))
    await store.settle()
    #expect(log.values == ["first 3", "second 3", "fourth 4"])
    #expect(store.statistics.notificationsPosted == 2)
    withExtendedLifetime(tokens) {}
  }

  /// Reports whether it is released on the main actor.
  private final class Probe {
    let report: AsyncStream<Bool>.Continuation
    init(_ report: AsyncStream<Bool>.Continuation) { self.report = report }
    deinit { report.yield(MainQueue.isCurrent) }
  }

  /// The token is canceled, or the last reference to the store goes, on another thread.
  @Test(arguments: [false, true])
  func whatAnObserverCapturedIsReleasedOnTheMainActor(cancels: Bool) async {
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    let place = Locked<(LegacyReferenceStore?, ObservationToken)?>(nil)
    func fill() -> LegacyReferenceStore? {
      let (store, probe) = (countingStore(), Probe(report))
      let token = store.observe { _ in withExtendedLifetime(probe) {} }
      place.withLock { $0 = (cancels ? nil : store, token) }
      return cancels ? store : nil
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

  @Test func anObserverOfAStoreThatDidNothingIsNotCalled() async {
    let store = countingStore(.withoutNotifications)
    let token = store.observe { _ in Issue.record("nothing changed") }
    await store.settle()
    #expect(store.statistics.notificationsPosted == 0)
    withExtendedLifetime(token) {}
  }

  @Test func anObserverAddedInATurnIsCalledFromTheNextOn() async {
    let store = countingStore()
    let log = LegacyRecorder<String>()
    var late: [ObservationToken] = []
    let early = store.observe { _ in
      log.record("early")
      if late.isEmpty { late.append(store.observe { _ in log.record("late") }) }
    }
    store.dispatch(LegacyAction("first"))
    await store.settle()
    store.dispatch(LegacyAction("second"))
    await store.settle()
    #expect(log.values == ["early", "early", "late"])
    withExtendedLifetime((early, late)) {}
  }

  @Test func aTokenDoesNotKeepTheStore() async {
    var store: LegacyReferenceStore? = countingStore()
    weak let observed = store
    let token = store?.observe { _ in }
    store = nil
    #expect(observed == nil)
    token?.cancel()
  }

  @Test func aStreamHoldsTheLatestChangeAndEndsWithTheStore() async {
    var store: LegacyReferenceStore? = countingStore()
    let changes = store?.changes
    for _ in 0..<3 {
      store?.dispatch(LegacyAction("burst"))
      await store?.settle()
    }
    store = nil
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
    store.dispatch(LegacyAction("without a consumer"))
    await store.settle()
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
    other.dispatch(LegacyAction("other"))
    await other.settle()
    #expect(log.values == [])
    store.dispatch(LegacyAction("own"))
    await store.settle()
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
    store.dispatch(LegacyAction("change"))
    await store.settle()
  }

  /// On another thread, or by the release of the token.
  @Test(arguments: [false, true])
  func stopsADeliveryThatIsPending(isRelease: Bool) async {
    var token: ObservationToken? = observe("observer")
    store.dispatch(LegacyAction("reduced, but not delivered yet"))
    store.flush()
    if isRelease {
      token = nil
      #expect(releases.values == ["observer"])
    } else {
      let isCanceled = LegacyGate(patience: 300)
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
    store.dispatch(LegacyAction("cancel"))
    await store.settle()
    #expect(delivered.values == [])
  }

  @Test func isFollowedByNoDelivery() async {
    let token = observe("observer")
    let producer = Task.detached { [store] in
      for _ in 0..<1_000 { await store.dispatchAndWait(LegacyAction("change")) }
    }
    await change()
    token.cancel()
    let calls = calls.values.count
    await producer.value
    await store.settle()
    #expect(self.calls.values.count == calls)
  }

  @Test func offTheMainActorDoesNotWaitForADelivery() async throws {
    let isUnderWay = LegacyGate(patience: 300)
    let isCanceled = LegacyGate(patience: 300)
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

extension StoreConfiguration {
  static var withoutNotifications: StoreConfiguration {
    var configuration = StoreConfiguration()
    configuration.postsNotifications = false
    return configuration
  }
}

@Suite("Notifications", .timeLimit(.minutes(15)))
struct NotificationTests {
  @Test func aPostComesBeforeTheEndOfALongBatchOfSlowReducers() async throws {
    let isHeld = LegacyGate(patience: 300)
    let allAreIn = LegacyGate(patience: 300)
    let posted = LegacyGate(patience: 300)
    let passed = LegacyRecorder<Bool>()
    let store = LegacyReferenceStore(state: LegacyState()) { _, action in
      if action.name == "hold" {
        isHeld.open()
        _ = allAreIn.wait()
      }
      // Without a post in the middle of the batch this waits in vain.
      if action.name == "slow" { passed.record(posted.wait()) }
    }
    store.dispatch(LegacyAction("hold"))
    #expect(try await onThread { isHeld.wait() })
    for name in ["quick", "slow", "slow", "slow"] { store.dispatch(LegacyAction(name)) }
    let observer = LegacyObserver(of: store) { _ in
      for _ in 0..<3 { posted.open() }
    }
    allAreIn.open()
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
    store.dispatch(LegacyAction("delivered"))
    await store.settle()
    #expect(log.values == [.RDXStateDidChange])
    #expect(elsewhere.count == 0)
    withExtendedLifetime(token) {}
  }
}
