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

  /// A listener that sees the changes of these actions, in one turn, and is notified so many times.
  private func faults(
    _ side: Side, changes: Int, notified times: Int, unjudged: String? = nil
  ) -> [String] {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: side))
    for index in 1...changes {
      _ = judge.note(
        change(index), changes: [(id: id, now: true, sinceRest: true)], sinceRest: 0)
    }
    if let unjudged { judge.noteUnjudged(changes, in: unjudged) }
    judge.endBurst(with: changes)
    judge.beginTurn()
    for _ in 0..<times { _ = judge.didReceive(id) }
    return judge.endTurn(reduced: changes).map { "\($0.times) times, action \($0.change.index)" }
  }

  @Test func aSubscriptionMayBeNotifiedOnceForEachChange() {
    #expect(faults(.value, changes: 3, notified: 3) == [])
    #expect(faults(.value, changes: 3, notified: 4) == ["2 times, action 1"])
    #expect(faults(.value, changes: 1, notified: 2) == ["2 times, action 1"])
    #expect(faults(.value, changes: 1, notified: 1) == [])
    #expect(faults(.value, changes: 2, notified: 0) == ["0 times, action 1"])
  }

  @Test func theOldNotificationMayComeOnceInATurn() {
    #expect(faults(.legacy, changes: 3, notified: 1) == [])
    #expect(faults(.legacy, changes: 3, notified: 3) == ["3 times, action 1"])
  }

  @Test func nothingIsSaidOfASliceWithAnActionThatWasNotJudged() {
    for times in [0, 2] {
      #expect(faults(.value, changes: 1, notified: times, unjudged: "desk") == [])
      #expect(faults(.value, changes: 1, notified: times, unjudged: "other").count == 1)
    }
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    judge.noteUnjudged(1, in: "desk")
    #expect(judge.didReceive(id).text == "not judged")
    _ = judge.endTurn(reduced: 1)
    // The store was at rest: what follows is judged again.
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
    #expect(judge.didReceive(id).text == "not judged")
    for (index, type) in [(1, "add"), (2, "add"), (3, "log")] {
      _ = judge.note(
        change(index, type), changes: [(id, type == "add", true)], sinceRest: 0)
    }
    #expect(judge.didReceive(id).text == "2 add")
    // Nothing was reduced since: it repeats what followed the latest action.
    #expect(judge.didReceive(id).text == "nothing, after log")
    _ = judge.note(change(4, "dismiss"), changes: [(id, false, false)], sinceRest: 0)
    #expect(judge.didReceive(id).text == "nothing, after dismiss")
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

  @Test func thereIsNoRestBeforeAllIsReducedAndRead() {
    var judge = Judge()
    let id = judge.add(.init(slice: "desk", name: "screen", side: .value))
    _ = judge.note(change(1), changes: [(id, true, true)], sinceRest: 0)
    #expect(judge.endTurn(reduced: 1).isEmpty)
    _ = judge.note(change(2), changes: [(id, true, true)], sinceRest: 0)
    judge.endBurst(with: 1)
    #expect(judge.endTurn(reduced: 2).isEmpty)
    judge.endBurst(with: 2)
    #expect(judge.endTurn(reduced: 1).isEmpty)
    #expect(judge.rests == 0)
    #expect(judge.endTurn(reduced: 2).map(\.times) == [0])
    #expect(judge.rests == 1)
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

  @MainActor
  @Test func aProbeThatIsReleasedCostsNothing() throws {
    let slice = DeskParts().slice
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let listeners = store.coordinator.runtime(of: slice).listeners
    var probes = (1...2).map {
      store.addListener("\($0)", on: .value, of: slice, selecting: \.self)
    }
    #expect(listeners.count.withLock { $0 } == 2)
    probes.removeFirst()
    #expect(listeners.count.withLock { $0 } == 1)
    #expect(listeners.changes(from: DeskValue(), to: DeskValue(), sinceRest: 0).map(\.id) == [2])
    withExtendedLifetime(probes) {}
  }

  /// A change that is undone before the store comes to rest needs no notification; later it does.
  @MainActor
  @Test func aListenerComparesWithTheLatestRest() async throws {
    let store = Notes.store()
    let probe = store.addListener(
      "toggle", on: .value, of: Notes.theme(), selecting: \.isManual)
    try store.setStage(.shadow, of: Notes.theme())
    store.reduce([.setManual(true), .setManual(false)])
    await store.settle()
    #expect(store.mismatches == [])
    store.dispatch(.setManual(true))
    await store.settle()
    #expect(store.mismatches.count == 1)
    // Back to the value of the first rest, which differs from that of the latest.
    store.dispatch(.setManual(false))
    await store.settle()
    #expect(store.mismatches.count == 2)
    withExtendedLifetime(probe) {}
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
