import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing

// region: evidence
enum Evidence {
  /// Raise it with each change of a slice or its blocks: ledgers of older code then count no more.
  static let version = "7"

  static let theme = AppSlices.theme.gate(Gate(compared: 6, footprint: 4, laws: true))
    .allowing("addNote", because: "a note is no theme")
    .allowing("syncTapped", because: "it syncs notes")

  static func parity(from source: String) -> ParityOptions<AppAction> {
    ParityOptions(
      expectedActionTypes: ["theme": ["setDark", "addNote", "syncTapped"]],
      version: version, source: source)
  }

  static func store(
    from source: String, evidence: [ParityLedger] = []
  ) -> MigrationStore<AppState, AppAction> {
    MigrationStore(
      state: AppState(), entries: [.slice(theme)], parity: parity(from: source),
      evidence: evidence)
  }
}
// endregion

// region: gates
/// The folder of the ledgers, which the workflow names; without it both tests are skipped.
let evidenceFolder = ProcessInfo.processInfo.environment["EVIDENCE"].map {
  URL(fileURLWithPath: $0)
}

struct Gates {
  var folder = evidenceFolder

  @Test(.enabled(if: evidenceFolder != nil)) func compare() throws {
    let file = try #require(folder).appendingPathComponent("ci.json")
    let actions: [AppAction] = [
      .setDark(true), .addNote(id: 1, title: "milk"), .setDark(false), .setDark(false),
    ]
    let parity = Evidence.parity(from: "CI")
    let check = ParityCheck([.slice(Evidence.theme)], parity: parity) { AppState() }
    let report = try check.run(.list(actions), effort: .full)
    #expect(report.passed, "\(report)")
    try JSONEncoder().encode(report.ledger).write(to: file)
  }

  @Test(.enabled(if: evidenceFolder != nil)) func open() throws {
    let folder = try #require(folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let ledgers = try files.filter { $0.hasSuffix(".json") }.map { file in
      try JSONDecoder().decode(
        ParityLedger.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
    }
    let gate = Evidence.store(from: "gate", evidence: ledgers)
    let unmet = gate.unmetDemands(of: Evidence.theme, for: .lead)
    try #require(unmet.isEmpty, "\(unmet.joined(separator: "\n"))")
    try JSONEncoder().encode(ledgers).write(to: folder.appendingPathComponent("theme.evidence"))
  }
}
// endregion

/// Runs the tests of the page as its workflow does, before and after a tester sends a ledger.
@Suite struct GatesInCITests {
  @Test func aTesterOpensTheGate() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let gates = Gates(folder: folder)
    try gates.compare()
    let ci = try Data(contentsOf: folder.appendingPathComponent("ci.json"))
    let closed = Evidence.store(
      from: "gate", evidence: [try JSONDecoder().decode(ParityLedger.self, from: ci)])
    let unmet = closed.unmetDemands(of: Evidence.theme, for: .lead)
    try GuideBlock.expect(unmet.joined(separator: "\n"), isShownAs: "unmet")
    // region: tester
    let store = Evidence.store(from: "Ann")
    try store.setStage(.shadow, of: Evidence.theme)
    // endregion
    for action in [AppAction.setDark(true), .syncTapped] { store.dispatch(action) }
    store.flush()
    // region: tester
    let file = folder.appendingPathComponent("Ann-\(UUID()).json")  // one per launch
    try JSONEncoder().encode(store.ledger).write(to: file)
    // endregion
    try gates.open()
    // region: opened
    let data = try Data(contentsOf: folder.appendingPathComponent("theme.evidence"))
    let opened = Evidence.store(
      from: "user", evidence: try JSONDecoder().decode([ParityLedger].self, from: data))
    try opened.setStage(.lead, of: Evidence.theme)
    // endregion
    opened.flush()
    #expect(opened.stages == ["theme": .lead])
  }

  @Test func theWorkflowRunsTheTestsOfThePage() throws {
    let page = try #require(GuidesTests.pages.first { $0.hasSuffix("GatesInCI.md") })
    let text = GuidesTests.text(of: GuidesTests.root.appendingPathComponent(page))
    let names = text.matches(of: /swift test --filter 'Gates\/(\w+)'/).map { String($0.1) }
    #expect(names.count == 2)
    for name in names { #expect(text.contains("func \(name)() throws {"), "\(name)") }
  }
}
