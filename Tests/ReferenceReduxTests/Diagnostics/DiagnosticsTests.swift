import ReferenceRedux
import StoreContract
import Testing

@Suite("Diagnostics", .timeLimit(.minutes(15)))
struct DiagnosticsTests {
  private let findings = LegacyRecorder<StoreFinding>()

  private func store<Action: Sendable>(
    _ reducers: [ReduceBlock<LegacyState, Action>],
    _ change: (inout StoreDiagnostics) -> Void
  ) -> ReferenceStore<LegacyState, Action> {
    var diagnostics = StoreDiagnostics()
    diagnostics.report = { [findings] in findings.record($0) }
    change(&diagnostics)
    var configuration = StoreConfiguration()
    configuration.diagnostics = diagnostics
    return ReferenceStore(state: LegacyState(), reducers: reducers, configuration: configuration)
  }

  @Test func aSlowReducerIsReportedWithItsTimeItsPlaceAndItsAction() {
    let clock = ManualClock()
    let blocks: [ReduceBlock<LegacyState, Step>] = [
      { _, _ in clock.advance(by: .milliseconds(1)) },
      { _, step in if case .rename = step { clock.advance(by: .milliseconds(40)) } },
    ]
    let store = store(blocks) { diagnostics in
      diagnostics.clock = clock
      diagnostics.slowReducerThreshold = .milliseconds(16)
    }
    store.dispatch(.open)
    store.dispatch(.rename("work"))
    store.dispatch(.open)
    store.flush()
    #expect(
      findings.values.map(\.description) == [
        "reduce block 1 took 0.04 seconds for action 2 `rename`"
      ])
    #expect(store.statistics.actionsReduced == 3)
  }

  @Test func theActionLogMakesItsTextsOnDemand() {
    let described = LegacyRecorder<Int>()
    let records = LegacyRecorder<ActionRecord>()
    let blocks: [ReduceBlock<LegacyState, Chatty>] = [{ _, _ in }]
    let store = store(blocks) { diagnostics in
      diagnostics.willReduce = { records.record($0) }
    }
    for number in 0..<3 { store.dispatch(Chatty(number: number, described: described)) }
    store.flush()
    #expect(records.values.map(\.number) == [1, 2, 3])
    #expect(described.values == [], "nobody asked")
    #expect(records.values[1].details == "chatty 1")
    #expect(records.values[1].description == "action 2 `Chatty`")
    #expect(described.values == [1])
  }

  @Test func actionsAreNamedByIdentifierCaseOrType() {
    struct Rename: ReduxAction {
      let identifier = "rename"
    }
    #expect(ActionRecord(Rename(), number: 1).name == "rename")
    #expect(ActionRecord(Step.rename("secret"), number: 1).name == "rename")
    #expect(ActionRecord(Step.open, number: 1).name == "open")
    #expect(ActionRecord(LegacyAction("any"), number: 1).name == "LegacyAction")
  }

  @Test func theLogComesBeforeTheBlocks() {
    let log = LegacyRecorder<String>()
    let blocks: [ReduceBlock<LegacyState, Step>] = [{ _, _ in log.record("reduced") }]
    let store = store(blocks) { diagnostics in
      diagnostics.willReduce = { log.record($0.name) }
    }
    store.dispatch(.open)
    store.dispatch(.rename("work"))
    store.flush()
    #expect(log.values == ["open", "reduced", "rename", "reduced"])
    #expect(findings.values.isEmpty)
  }
}

private enum Step: Sendable {
  case open
  case rename(String)
}

/// An action that tells when somebody has it described.
private struct Chatty: Sendable, CustomStringConvertible {
  let number: Int
  let described: LegacyRecorder<Int>

  var description: String {
    described.record(number)
    return "chatty \(number)"
  }
}
