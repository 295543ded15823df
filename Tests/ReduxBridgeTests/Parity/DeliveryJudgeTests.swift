import ReferenceRedux
import Testing
@testable import BridgeTestApps
@testable import ReduxBridge

/// What the judge of deliveries says of turns that are made for the purpose.
@Suite struct DeliveryJudgeTests {
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

  @Test func afterARestASliceIsJudgedAgain() {
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

  @MainActor
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
  @MainActor
  @Test func aListenerComparesWithTheLatestRestUntilItsProbeIsReleased() async throws {
    let store = Notes.store()
    let listeners = store.coordinator.runtime(of: Notes.theme()).listeners
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
