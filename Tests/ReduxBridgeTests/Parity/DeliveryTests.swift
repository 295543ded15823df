import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing

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

  @Test func aDeafListenerIsAMismatchThatClosesTheGate() async throws {
    var parts = DeskParts()
    parts.observerForwards = { _ in false }
    let scene = try DeskScene(parts, at: .shadow)
    await scene.run([.dismiss, .setManual(true)])
    scene.end()

    let mismatch = try #require(scene.store.mismatches.first)
    #expect(
      mismatch.description
        == "desk (shadow) [delivery]: after action 2 .setManual(true), at listeners.presenter: "
        + "legacy not notified, value changed")
    #expect(scene.store.ledger.missedDeliveries(ofSliceNamed: "desk") == 1)
    #expect(
      Gate(compared: 1, everyActionType: false).unmetDemands(
        ofSliceNamed: "desk", in: scene.store.ledger)
        == ["1 mismatches, 1 of them deliveries, 0 allowed"])
    #expect(scene.store.ledger.description.contains("presenter"))
  }

  @Test func changesThatAreUndoneBeforeARestNeedNoNotification() async throws {
    let scene = try DeskScene(DeskParts(), at: .shadow)
    await scene.run([.setManual(true), .setManual(false)], bursts: 2)
    scene.end()
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
    let (inner, outer) = (ProbeOwner(), ProbeOwner())
    let releases = LegacyGate(patience: 600)
    do {
      let owner = inner
      owner.probe = store.addListener("inner", on: .value, of: slice, selecting: \.self)
      let token = LegacyToken { owner.probe = nil }
      outer.probe = store.addListener("outer", on: .value, of: slice) { desk in
        withExtendedLifetime(token) { desk }
      }
    }
    Thread {
      outer.probe = nil
      releases.open()
    }.start()
    #expect(try await onThread { releases.wait() })
    #expect(inner.probe == nil)
  }

  @Test func aRuleMayExcuseASilence() async throws {
    let slice = DeskParts().slice.allowing(
      .notComparable(at: "listeners.badge", because: "notified by a timer"))
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let probe = store.addListener("badge", on: .legacy, of: slice, selecting: \.self)
    try store.setStage(.shadow, of: DeskParts().slice)
    store.dispatch(.setManual(true))
    await store.settle()
    #expect(store.mismatches == [])
    #expect(store.ledger.deliveries["desk"]?["badge"]?.excused == ["setManual": 1])
    withExtendedLifetime(probe) {}
  }
}

/// Where a test keeps a probe that it releases on another thread.
///
/// `@unchecked Sendable` because one thread at a time uses it.
private final class ProbeOwner: @unchecked Sendable {
  nonisolated(unsafe) var probe: ListenerProbe?
}
