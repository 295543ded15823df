import Foundation
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import ReduxBridge

/// The faults that the judge of deliveries finds in turns that are made for the purpose, and in those of a store.
@MainActor @Suite struct DeliveryTests {
  private typealias Judge = DeliveryJudge

  private func change(_ index: Int, _ type: String = "add") -> ComparedAction {
    .init(slice: "desk", stage: .shadow, index: index, type: type, action: index)
  }

  /// A subscription may be notified once for each change, and the old notification may come once in a turn;
  /// nothing is said of a slice with an action that was not judged.
  @Test func aListenerIsNotifiedOfEachChangeAndNotTooOften() {
    let cases: [(side: Side, changes: Int, times: Int, unjudged: String?, faults: [String])] = [
      (.value, 3, 3, nil, []), (.value, 3, 4, nil, ["2 times, action 1"]),
      (.value, 1, 2, nil, ["2 times, action 1"]), (.value, 1, 1, nil, []),
      (.value, 2, 0, nil, ["0 times, action 1"]),
      (.legacy, 3, 1, nil, []), (.legacy, 3, 3, nil, ["3 times, action 1"]),
      (.value, 1, 0, "desk", []), (.value, 1, 0, "other", ["0 times, action 1"]),
      (.value, 1, 2, "desk", []), (.value, 1, 2, "other", ["2 times, action 1"]),
    ]
    for (side, changes, times, unjudged, expected) in cases {
      var judge = Judge()
      let id = judge.add(.init(slice: "desk", name: "screen", side: side))
      for index in 1...changes {
        _ = judge.note(change(index), changes: [(id, true, true)], sinceRest: 0)
      }
      if let unjudged { judge.noteUnjudged(changes, in: unjudged) }
      judge.endBurst(with: changes)
      judge.beginTurn()
      for _ in 0..<times { _ = judge.didReceive(id) }
      let faults = judge.endTurn(reduced: changes).map {
        "\($0.times) times, action \($0.action.index)"
      }
      #expect(faults == expected, "\(side), \(changes) changes, \(times) times")
    }
  }

  @Test func afterARestASliceIsJudgedAgainAndAfterATurnItsNotifications() {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    judge.noteUnjudged(1, in: "desk")
    _ = judge.didReceive(id)
    _ = judge.endTurn(reduced: 1)
    judge.endBurst(with: 1)
    _ = judge.endTurn(reduced: 1)
    _ = judge.note(change(2), changes: [(id, true, true)], sinceRest: judge.rests)
    judge.endBurst(with: 2)
    #expect(judge.endTurn(reduced: 2).map(\.times) == [0])
    // Outside of a turn, a notification is none of the next one.
    _ = judge.didReceive(id)
    judge.beginTurn()
    _ = judge.note(change(3), changes: [(id, true, true)], sinceRest: judge.rests)
    _ = judge.didReceive(id)
    judge.endBurst(with: 3)
    #expect(judge.endTurn(reduced: 3).isEmpty)
  }

  /// In a turn, what it was about may be undone when it arrives.
  @Test(arguments: [true, false])
  func aNotificationCountsInATurnAndAfterAChange(_ isInTurn: Bool) {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    _ = judge.note(change(1), changes: [(id, true, true)], sinceRest: 0)
    if isInTurn {
      _ = judge.note(change(2), changes: [(id, true, false)], sinceRest: 0)
      judge.beginTurn()
    }
    _ = judge.didReceive(id)
    _ = judge.note(change(3), changes: [(id, true, true)], sinceRest: 0)
    judge.endBurst(with: 3)
    #expect(judge.endTurn(reduced: 3).isEmpty)
  }

  @Test func aNotificationSaysWhatItCovers() {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .legacy))
    #expect(judge.didReceive(id) == [:])
    for (index, type) in [(1, "add"), (2, "add"), (3, "log")] {
      _ = judge.note(
        change(index, type), changes: [(id, type == "add", true)], sinceRest: 0)
    }
    #expect([judge.didReceive(id), judge.didReceive(id)] == [["add": 2], [:]])
  }

  @Test func listenersAreJudgedInTheOrderInWhichTheyWereAdded() {
    var judge = Judge()
    let ids = ["a", "b", "c"].map { judge.add(.init(slice: "desk", name: $0, side: .value)) }
    _ = judge.note(change(1), changes: ids.map { ($0, true, true) }, sinceRest: 0)
    let removed = judge.remove(ids[1])
    #expect(removed?.name == "b")
    judge.endBurst(with: 1)
    #expect(judge.endTurn(reduced: 1).map(\.listener.name) == ["a", "c"])
  }

  @Test func thereIsNoRestBeforeAllIsReducedAndReadAndThenAChangeIsFoundAgain() {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    var log: [String] = []
    func endTurn(reduced count: Int) {
      log.append("\(judge.endTurn(reduced: count).map(\.times)), rests \(judge.rests)")
    }
    func note(_ index: Int, sinceRest rests: Int) -> Bool {
      judge.note(change(index), changes: [(id, true, true)], sinceRest: rests)
    }
    _ = note(1, sinceRest: 0)
    endTurn(reduced: 1)
    _ = note(2, sinceRest: 0)
    judge.endBurst(with: 1)
    endTurn(reduced: 2)
    judge.endBurst(with: 2)
    endTurn(reduced: 1)
    endTurn(reduced: 2)
    #expect([0, 1].map { note(3, sinceRest: $0) } == [false, true])
    judge.endBurst(with: 3)
    endTurn(reduced: 3)
    #expect(
      log == ["[], rests 0", "[], rests 0", "[], rests 0", "[0], rests 1", "[0], rests 2"])
  }

  /// At `lead` the value shows a signal, which the objects have no place for.
  @Test(arguments: [
    (Stage.shadow, "1 checkout"), (.lead, "1 checkout, 1 fail"),
  ])
  func notificationsAreCountedPerListenerAndAction(_ stage: Stage, _ counts: String) async throws {
    let slice = Shop.slices.orders
    let store = try ShopParts().store(at: stage)
    await store.settle()
    let old = store.addListener("presenter", on: .legacy, of: slice, selecting: \.self)
    let new = store.addListener("total", on: .value, of: slice, selecting: \.lastTotal)
    let tokens: [Any] = [
      store.observe { _ in old.didReceive() },
      store.facade(of: slice).subscribe(\.lastTotal) { _ in new.didReceive() },
    ]
    for action in [.put(id: 1), .checkout, .fail("card"), .dismiss, .dismiss] as [ShopAction] {
      store.dispatch(action)
      await store.settle()
    }
    withExtendedLifetime(tokens) {}
    #expect(
      store.ledger.description.hasSuffix(
        """
        Listeners:
          orders: presenter (legacy side) was notified of \(counts)
          orders: total (value side) was notified of 1 checkout
        """))
    #expect(store.mismatches == [])
  }

  /// Nothing of it runs or is released in a lock.
  @Test func whatAListenerSelectsMayReleaseAProbe() async throws {
    let slice = Shop.slices.settings
    let store = try ShopParts().store(.settings, at: .legacy)
    let (first, second) = (Kept<ListenerProbe>(), Kept<ListenerProbe>())
    let outer = Kept<ListenerProbe>()
    first.object = store.addListener("first", on: .value, of: slice, selecting: \.self)
    second.object = store.addListener("second", on: .value, of: slice, selecting: \.self)
    do {
      let token = LegacyToken { second.object = nil }
      outer.object = store.addListener("outer", on: .value, of: slice) { settings in
        first.object = nil
        return withExtendedLifetime(token) { settings }
      }
    }
    try store.setStage(.shadow, of: slice)
    try await onThread { store.reduce([.join(true)]) }
    #expect([first, second].map { $0.object == nil } == [true, false])
    try await onThread { outer.object = nil }
    #expect(second.object == nil)
  }

  @Test(arguments: [Stage.shadow, .lead], [2, 3])
  func anObserverThatIsRegisteredSeveralTimesIsAMismatch(_ stage: Stage, _ times: Int) async throws
  {
    let center = NotificationCenter()
    var configuration = StoreConfiguration()
    configuration.notificationCenter = center
    let slice = Shop.slices.settings
    let store = ShopStore(
      state: ShopState(), entries: [.slice(slice)], configuration: configuration)
    let probe = store.addListener("presenter", on: .legacy, of: slice, selecting: \.self)
    let observers = (0..<times).map { _ in
      center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { [probe] _ in
        MainActor.assumeIsolated { probe.didReceive() }
      }
    }
    try store.setStage(stage, of: slice)
    for action in [.join(true), .stamp, .rename("a")] as [ShopAction] {
      store.dispatch(action)
      await store.settle()
    }
    observers.forEach(center.removeObserver)

    #expect(store.mismatches.map(\.actionType) == ["join", "rename"])
    let mismatch = try #require(store.mismatches.first)
    #expect(
      mismatch.description
        == "settings (\(stage.rawValue)) [delivery]: after action 1 .join(true), "
        + "at listeners.presenter: legacy notified \(times) times, value changed once")
    #expect(
      Gate(compared: 1, everyActionType: false).unmetDemands(
        ofSliceNamed: "settings", in: store.ledger)
        == ["2 mismatches, 2 of them in deliveries, 0 allowed"])
    #expect(
      store.ledger.description.contains("presenter was notified again of 1 join, 1 rename"))
  }

  @Test func aScreenThatSubscribesTwiceIsAMismatch() async throws {
    let slice = Shop.slices.orders
    let store = try ShopParts().store(at: .shadow)
    let facade = store.facade(of: slice)
    let probe = store.addListener("screen", on: .value, of: slice, selecting: \.self)
    let tokens = [
      facade.subscribe(\.placed) { _ in probe.didReceive() },
      facade.subscribe(\.placed.count) { _ in probe.didReceive() },
    ]
    store.dispatch(.select(id: 1))
    await store.settle()
    // The screen does not listen to the selection, although its probe says so.
    #expect(store.mismatches.map(\.value) == ["not notified"])
    store.dispatch(.checkout)
    await store.settle()
    #expect(store.mismatches.map(\.value) == ["not notified", "notified 2 times"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aListenerIsNotMissedWhereAnActionWasLeftOutOrDiffers() async throws {
    for isSampled in [true, false] {
      var parts = ShopParts()
      if !isSampled { parts.settings.reduce("rename") { $0.changes += 1 } }
      let slice = parts.slices.settings
      let store = try parts.store(
        .settings, at: .legacy,
        parity: ParityOptions(sampling: isSampled ? .oneIn(2) : .everyAction))
      let probe = store.addListener("screen", on: .value, of: slice, selecting: \.self)
      try store.setStage(.shadow, of: slice)
      for _ in 0..<2 {
        store.dispatch(isSampled ? .join(true) : .rename("a"))
        store.dispatch(.setRate(0.125))
      }
      // All are reduced before the first turn: a turn in between would be a rest.
      store.flush()
      await store.settle()
      #expect(store.mismatches.filter { $0.subject == .delivery } == [])
      store.dispatch(.setCurrency("USD"))
      await store.settle()
      #expect(
        store.mismatches.filter { $0.subject == .delivery }.map(\.actionType) == ["setCurrency"])
      withExtendedLifetime(probe) {}
    }
  }

  /// A change that is undone before the store comes to rest needs no notification; later it does.
  @Test func aListenerComparesWithTheLatestRestUntilItsProbeIsReleased() async throws {
    let (slice, new) = (Shop.slices.settings, SettingsValue())
    let store = try ShopParts().store(.settings, at: .legacy)
    let recorder = store.migration.recorder
    let isHeard = { store.migration.coordinator.runtime(of: slice).hasListeners }
    #expect(!isHeard())
    var probes = ["released", "toggle"].map {
      store.addListener($0, on: .value, of: slice, selecting: \.isMember)
    }
    probes.removeFirst()
    let changes = [slice.name, "another"].map {
      ListenedChange(of: $0, from: new, to: new, rests: 0)
    }
    for change in changes { recorder.listeners.notify(change) }
    #expect(changes.map { $0.found.map(\.id) } == [[2], []])
    #expect(isHeard())
    try store.setStage(.shadow, of: slice)
    store.reduce([.join(true), .join(false)])
    await store.settle()
    #expect(store.mismatches == [])
    // The last change is back to the value of the first rest, which differs from that of the latest.
    for isMember in [true, false, true] {
      if store.mismatches.count == 2 { probes = [] }
      store.dispatch(.join(isMember))
      await store.settle()
    }
    #expect(
      store.mismatches.map { "\($0.actionNumber) \($0.path)" } == [
        "3 listeners.toggle", "4 listeners.toggle",
      ])
    // A released probe costs nothing.
    #expect(!isHeard())
  }
}
