import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps

@MainActor
@Suite struct DeliveryTests {
  /// At `lead` the value shows a signal, which the objects have no place for.
  @Test(arguments: [
    (Stage.shadow, "1 add, 1 setManual; without a change after 2 dismiss, 1 save"),
    (.lead, "1 add, 1 save, 1 setManual; without a change after 2 dismiss"),
  ])
  func notificationsAreCountedPerListenerAndAction(_ stage: Stage, _ counts: String) async throws {
    let scene = try DeskScene(DeskParts(), at: stage)
    await scene.run([.setManual(true), .add(id: 1), .save, .dismiss, .dismiss])
    scene.end()

    #expect(
      scene.store.ledger.description.hasSuffix(
        """
        Listeners:
          desk: presenter (legacy side) was notified of \(counts)
          desk: toggle (value side) was notified of 1 setManual
        """))
    #expect(scene.store.mismatches == [])
  }

  /// Nothing of it runs or is released in a lock.
  @Test func whatAListenerSelectsMayReleaseAProbe() async throws {
    let slice = DeskParts().slice
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let (first, second) = (Kept<ListenerProbe>(), Kept<ListenerProbe>())
    let outer = Kept<ListenerProbe>()
    first.object = store.addListener("first", on: .value, of: slice, selecting: \.self)
    second.object = store.addListener("second", on: .value, of: slice, selecting: \.self)
    do {
      let token = LegacyToken { second.object = nil }
      outer.object = store.addListener("outer", on: .value, of: slice) { desk in
        first.object = nil
        return withExtendedLifetime(token) { desk }
      }
    }
    try store.setStage(.shadow, of: slice)
    try await onThread { store.reduce([.setManual(true)]) }
    #expect(first.object == nil && second.object != nil)
    try await onThread { outer.object = nil }
    #expect(second.object == nil)
  }

  // MARK: The same change several times

  @Test(arguments: [Stage.shadow, .lead], [2, 3])
  func anObserverThatIsRegisteredSeveralTimesIsAMismatch(_ stage: Stage, _ times: Int) async throws
  {
    let center = NotificationCenter()
    var configuration = StoreConfiguration()
    configuration.notificationCenter = center
    let slice = DeskParts().slice
    let store = DeskStore(
      state: DeskState(), entries: [.slice(slice)], configuration: configuration)
    let probe = store.addListener("presenter", on: .legacy, of: slice, selecting: \.self)
    let observers = (0..<times).map { _ in
      center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { [probe] _ in
        MainActor.assumeIsolated { probe.didReceive() }
      }
    }
    try store.setStage(stage, of: slice)
    for action in [.setManual(true), .dismiss, .add(id: 1)] as [DeskAction] {
      store.dispatch(action)
      await store.settle()
    }
    observers.forEach(center.removeObserver)

    #expect(store.mismatches.map(\.actionType) == ["setManual", "add"])
    let mismatch = try #require(store.mismatches.first)
    #expect(
      mismatch.description
        == "desk (\(stage.rawValue)) [delivery]: after action 1 .setManual(true), "
        + "at listeners.presenter: legacy notified \(times) times, value changed once")
    #expect(
      Gate(compared: 1, everyActionType: false).unmetDemands(
        ofSliceNamed: "desk", in: store.ledger)
        == ["2 mismatches, 2 of them in deliveries, 0 allowed"])
    #expect(
      store.ledger.description.contains(
        "presenter was notified again of 1 add, 1 setManual"))
  }

  @Test func aScreenThatSubscribesTwiceIsAMismatch() async throws {
    let slice = DeskParts().slice
    let store = try DeskStore(DeskState(), slice, at: .shadow)
    let facade = store.facade(of: slice)
    let probe = store.addListener("screen", on: .value, of: slice, selecting: \.self)
    let tokens = [
      facade.subscribe(\.isManual) { _ in probe.didReceive() },
      facade.subscribe(\.changes) { _ in probe.didReceive() },
    ]
    store.dispatch(.add(id: 1))
    await store.settle()
    // The screen does not listen to notes, although its probe says so.
    #expect(store.mismatches.map(\.value) == ["not notified"])
    store.dispatch(.setManual(true))
    await store.settle()
    #expect(store.mismatches.map(\.value) == ["not notified", "notified 2 times"])
    withExtendedLifetime(tokens) {}
  }
}
