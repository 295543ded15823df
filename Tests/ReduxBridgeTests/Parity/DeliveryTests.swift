import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import struct ReduxBridge.DeliveryJudge

@MainActor
@Suite struct DeliveryTests {
  @Test func notificationsAreCountedPerListenerAndAction() async throws {
    let scene = try DeskScene(DeskParts(), at: .shadow)
    await scene.run([.setManual(true), .add(id: 1), .setBrightness(2), .dismiss, .dismiss])
    scene.end()

    let listeners = try #require(scene.store.ledger.deliveries["desk"])
    let presenter = try #require(listeners["presenter"])
    #expect(presenter.received == ["setManual": 1, "add": 1, "setBrightness": 1])
    #expect(presenter.redundant == ["dismiss": 2])
    #expect(presenter.missed == [:])
    let toggle = try #require(listeners["toggle"])
    #expect(toggle.received == ["setManual": 1])
    #expect(toggle.redundant == [:])
    #expect(scene.store.mismatches == [])
  }

  @Test func aListenerWhoseProbeIsGoneIsNotMissed() async throws {
    let parts = DeskParts()
    let store = DeskStore(state: DeskState(), entries: [.slice(parts.slice)])
    var probe: ListenerProbe? = store.addListener(
      "screen", on: .value, of: parts.slice, selecting: \.self)
    #expect(probe != nil)
    try store.setStage(.shadow, of: DeskParts().slice)
    store.dispatch(.setManual(true))
    await store.settle()
    #expect(store.mismatches.map(\.path) == ["listeners.screen"])
    probe = nil
    store.dispatch(.setManual(false))
    await store.settle()
    #expect(store.mismatches.count == 1)
  }

  @Test func aProbeMayOwnAnotherOneByWhatItSelects() async throws {
    let slice = DeskParts().slice
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let (inner, outer) = (Kept<ListenerProbe>(), Kept<ListenerProbe>())
    do {
      let owner = inner
      owner.object = store.addListener("inner", on: .value, of: slice, selecting: \.self)
      let token = LegacyToken { owner.object = nil }
      outer.object = store.addListener("outer", on: .value, of: slice) { desk in
        withExtendedLifetime(token) { desk }
      }
    }
    try await onThread { outer.object = nil }
    #expect(inner.object == nil)
  }

  @Test func whatAListenerSelectsRunsOutsideOfTheLocks() async throws {
    let slice = DeskParts().slice
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let inner = Kept<ListenerProbe>()
    inner.object = store.addListener("inner", on: .value, of: slice, selecting: \.self)
    let outer = store.addListener("outer", on: .value, of: slice) { desk in
      inner.object = nil
      return desk
    }
    try store.setStage(.shadow, of: slice)
    try await onThread {
      store.reduce([.setManual(true)])
    }
    #expect(inner.object == nil)
    withExtendedLifetime(outer) {}
  }

  @Test func aChangeIsFoundAgainIfTheStoreCameToRestMeanwhile() {
    var judge = DeliveryJudge<Int>()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    let found = judge.rests
    #expect(judge.endTurn(reduced: 0).isEmpty)
    let change = DeliveryJudge<Int>.Change(index: 1, type: "one", action: 1, stage: .shadow)
    let changes = [(id: id, now: true, sinceRest: true)]
    let notes = [found, judge.rests].map { judge.note(change, changes: changes, sinceRest: $0) }
    #expect(notes == [false, true])
    judge.endBurst(with: 1)
    #expect(judge.endTurn(reduced: 1).map(\.times) == [0])
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
