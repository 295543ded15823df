import Foundation
import ReferenceRedux
import StoreContract
import Testing

@Suite("Notifications", .timeLimit(.minutes(15)))
struct NotificationTests {
  @Test func aPostComesBeforeTheEndOfALongBatchOfSlowReducers() async throws {
    let isHeld = LegacyGate(patience: 300)
    let allAreIn = LegacyGate(patience: 300)
    let posted = LegacyGate(patience: 300)
    let passed = LegacyRecorder<Bool>()
    let store = LegacyReferenceStore(
      state: LegacyState(),
      reducers: [
        { _, action in
          if action.name == "hold" {
            isHeld.open()
            _ = allAreIn.wait()
          }
          // Without a post in the middle of the batch this waits in vain.
          if action.name == "slow" { passed.record(posted.wait()) }
        }
      ])
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

  @MainActor
  @Test func neverMoreThanOneIsPending() async {
    let store = countingStore()
    for number in 1...1_000 {
      store.dispatch(LegacyAction("burst", number))
      if number % 10 == 0 { store.flush() }
    }
    #expect(store.statistics.notificationsPosted == 0)
    await LegacyMainActor.turn()
    await LegacyMainActor.turn()
    #expect(store.statistics.notificationsPosted == 1)
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
