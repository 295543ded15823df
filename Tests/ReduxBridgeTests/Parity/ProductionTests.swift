import ReduxBridge
import ReferenceRedux
import Testing
@testable import BridgeTestApps

/// What an app in production needs: few reports, no slow candidate, and numbers.
@Suite struct ProductionTests {
  @Test func mismatchesOfAKindAreReportedOncePerInterval() throws {
    let (time, reports) = (Counter(), Collector<Mismatch>())
    var options = ParityOptions<DeskAction>(onMismatch: { reports.append($0) })
    options.reportInterval = .seconds(60)
    options.clock = { .seconds(time.value) }
    let store = Notes.store(theme: Notes.theme { _, _ in }, parity: options)
    try store.setStage(.shadow, of: Notes.theme())
    for second in 0..<150 {
      store.dispatch(second % 2 == 0 ? .setBrightness(0.25) : .setManual(second % 4 == 1))
      store.flush()
      time.increment()
    }
    // Three for each kind: at the start, and after one and two minutes.
    let kinds = Dictionary(grouping: reports.values, by: { $0.actionType + $0.path })
    #expect(kinds.count >= 2)
    #expect(kinds.values.allSatisfy { (1...3).contains($0.count) })
    #expect(
      kinds.values.contains {
        $0.count == 3 && $0.map(\.occurrence) == $0.map(\.occurrence).sorted()
      })
    let counters = store.parityCounters
    #expect(counters.reported == reports.values.count)
    #expect(counters.reported + counters.withheld == counters.mismatched)
    #expect(counters.compared == 150)
    #expect(counters.matched + counters.mismatched == 150)
  }

  @Test(arguments: [Stage.shadow, .lead])
  func aSlowCandidateIsNamed(_ stage: Stage) throws {
    let (time, found) = (Counter(), Collector<SlowCandidate>())
    var options = ParityOptions<DeskAction>()
    options.candidateLimit = .milliseconds(5)
    options.onSlowCandidate = { found.append($0) }
    options.clock = { .milliseconds(time.value) }
    var parts = DeskParts()
    let slow: @Sendable () -> Void = { for _ in 0..<10 { time.increment() } }
    if stage == .shadow { parts.reducing("save") { _ in slow() } }
    if stage == .lead { parts.blocking("save") { _ in slow() } }
    let store = DeskStore(state: DeskState(), entries: [.slice(parts.slice)], parity: options)
    try store.setStage(stage, of: parts.slice)
    for action in [.setManual(true), .save, .dismiss, .setManual(false)] as [DeskAction] {
      store.dispatch(action)
    }
    store.flush()
    let side = stage == .shadow ? "value" : "legacy"
    #expect(
      found.values.map(\.description) == [
        "desk: the \(side) side took \(Duration.milliseconds(10)) for action 2 save"
      ])
    #expect(store.parityCounters.compared == 4)
    #expect(store.parityCounters.slowCandidates == 1)
    #expect(store.mismatches == [])
    #expect(store.read { $0.theme.isManual } == false)
  }
}
