import Foundation
import ReferenceRedux
import StoreContract
import Testing

@MainActor
@Suite("Observation", .timeLimit(.minutes(15)))
struct ObservationTests {
  @Test func tokensAreToldInOrderAfterTheNotificationInOneTurn() async {
    let store = countingStore()
    let log = LegacyRecorder<String>()
    let observer = LegacyObserver(of: store) { _ in log.record("notification") }
    let tokens = ["first", "second"].map { name in
      store.observe { change in log.record("\(name) \(change.actionsReduced)") }
    }
    for _ in 0..<3 { store.dispatch(LegacyAction("burst")) }
    store.flush()
    await store.settle()
    #expect(log.values == ["notification", "first 3", "second 3"])
    withExtendedLifetime((observer, tokens)) {}
  }

  @Test func observationEndsWhenTheTokenGoes() async {
    let store = countingStore()
    let log = LegacyRecorder<Int>()
    var token: ObservationToken? = store.observe { log.record($0.actionsReduced) }
    store.dispatch(LegacyAction("told"))
    await store.settle()
    store.dispatch(LegacyAction("reduced, but not told yet"))
    store.flush()
    token = nil
    await store.settle()
    #expect(log.values == [1])
    #expect(token == nil)
  }

  @Test func anObserverThatIsCancelledByAnotherInTheSameTurnIsNotTold() async {
    let store = countingStore()
    let log = LegacyRecorder<String>()
    var victim: ObservationToken?
    let killer = store.observe { _ in
      log.record("killer")
      victim?.cancel()
    }
    victim = store.observe { _ in log.record("victim") }
    store.dispatch(LegacyAction("once"))
    await store.settle()
    #expect(log.values == ["killer"])
    withExtendedLifetime((killer, victim)) {}
  }

  @Test func anObserverAddedInATurnIsToldFromTheNextOn() async {
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

  @Test func aStreamThatIsLeftIsToldNoMore() async {
    let store = countingStore(.withoutNotifications)
    do {
      let changes = store.changes
      store.dispatch(LegacyAction("seen"))
      for await _ in changes { break }
    }
    await store.settle()
    let posted = store.statistics.notificationsPosted
    store.dispatch(LegacyAction("nobody is there"))
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

extension StoreConfiguration {
  static var withoutNotifications: StoreConfiguration {
    var configuration = StoreConfiguration()
    configuration.postsNotifications = false
    return configuration
  }
}
