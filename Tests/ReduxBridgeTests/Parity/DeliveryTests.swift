import Foundation
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import ReduxBridge

/// What the judge of deliveries says of turns that are made for the purpose, and of those of a store.
@MainActor @Suite struct DeliveryTests {
  private typealias Judge = DeliveryJudge<Int>

  private func change(_ index: Int, _ type: String = "add") -> Judge.Change {
    .init(index: index, type: type, action: index, stage: .shadow)
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
        "\($0.times) times, action \($0.change.index)"
      }
      #expect(faults == expected, "\(side), \(changes) changes, \(times) times")
    }
  }

  @Test func afterARestASliceIsJudgedAgainAndAfterATurnItsNotifications() {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    judge.noteUnjudged(1, in: "desk")
    #expect(judge.didReceive(id).text == "not judged")
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
    var receipts = [judge.didReceive(id)]
    for (index, type) in [(1, "add"), (2, "add"), (3, "log")] {
      _ = judge.note(
        change(index, type), changes: [(id, type == "add", true)], sinceRest: 0)
    }
    // After the second of these nothing was reduced: it repeats what followed the latest action.
    for _ in 1...2 { receipts.append(judge.didReceive(id)) }
    _ = judge.note(change(4, "dismiss"), changes: [(id, false, false)], sinceRest: 0)
    receipts.append(judge.didReceive(id))
    #expect(
      receipts.map(\.text) == [
        "not judged", "2 add", "nothing, after log", "nothing, after dismiss",
      ])
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

  // MARK: In a store

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

  @Test func aListenerIsNotMissedWhereAnActionWasLeftOutOrDiffers() async throws {
    for isSampled in [true, false] {
      var parts = DeskParts()
      if !isSampled { parts.reducing("save") { $0.changes += 1 } }
      let store = DeskStore(
        state: DeskState(), entries: [.slice(parts.slice)],
        parity: ParityOptions(sampling: isSampled ? .oneIn(2) : .everyAction))
      let probe = store.addListener("screen", on: .value, of: parts.slice, selecting: \.self)
      try store.setStage(.shadow, of: parts.slice)
      for _ in 0..<2 {
        store.dispatch(isSampled ? .setManual(true) : .save)
        store.dispatch(.setBrightness(0.125))
      }
      // All are reduced before the first turn: a turn in between would be a rest.
      store.flush()
      await store.settle()
      #expect(store.mismatches.filter { $0.subject == .delivery } == [])
      store.dispatch(.add(id: 7))
      await store.settle()
      #expect(store.mismatches.filter { $0.subject == .delivery }.map(\.actionType) == ["add"])
      withExtendedLifetime(probe) {}
    }
  }

  /// A change that is undone before the store comes to rest needs no notification; later it does.
  @Test func aListenerComparesWithTheLatestRestUntilItsProbeIsReleased() async throws {
    let store = Notes.store()
    let listeners = store.migration.coordinator.runtime(of: Notes.theme()).listeners
    var probes = ["released", "toggle"].map {
      store.addListener($0, on: .value, of: Notes.theme(), selecting: \.isManual)
    }
    probes.removeFirst()
    // What is released costs nothing.
    #expect(listeners.count.withLock { $0 } == 1)
    #expect(listeners.changes(from: ThemeValue(), to: ThemeValue(), sinceRest: 0).map(\.id) == [2])
    try store.setStage(.shadow, of: Notes.theme())
    store.reduce([.setManual(true), .setManual(false)])
    await store.settle()
    #expect(store.mismatches == [])
    // The last change is back to the value of the first rest, which differs from that of the latest.
    for isManual in [true, false, true] {
      if store.mismatches.count == 2 { probes = [] }
      store.dispatch(.setManual(isManual))
      await store.settle()
    }
    #expect(
      store.mismatches.map { "\($0.actionNumber) \($0.path)" } == [
        "3 listeners.toggle", "4 listeners.toggle",
      ])
  }
}

extension DeliveryJudge.Receipt {
  fileprivate var text: String {
    switch self {
    case .changes(let changes): changes.map { "\($1) \($0)" }.sorted().joined(separator: ", ")
    case .redundant(let type): "nothing, after \(type)"
    case .notJudged: "not judged"
    }
  }
}
