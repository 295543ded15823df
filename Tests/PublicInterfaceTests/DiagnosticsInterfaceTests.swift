import Foundation
import ObjectGraph
import ReferenceRedux
import Testing

private final class Forgetful: Codable {
  var kept = 0
  var forgotten = 0

  private enum CodingKeys: CodingKey {
    case kept
  }
}

/// Keeps what a store reported.
// 1. `words` is private and touched only while `lock` is held.
// 2. `lock` is a constant and safe from any thread.
private final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var words: [String] = []

  var all: [String] { lock.withLock { words } }

  func add(_ word: String) { lock.withLock { words.append(word) } }
}

/// Switches over every case, so that a new one is seen.
private func word(for finding: StoreFinding) -> String {
  switch finding {
  case .changedOutsideDispatch(let differences, let record):
    "outside \(differences.map(\.path)) \(record.map(\.number) ?? 0)"
  case .slowReducer(let index, _, let record): "slow \(index) \(record.number)"
  case .incompleteCopy(let error): "incomplete \(error.losses.map(\.property))"
  case .cannotCheck(let error): "cannot check \(error)"
  }
}

/// What a store of classes finds out about its app, found once.
@Suite struct DiagnosticsInterfaceTests {
  private func findings(excused: Set<String>) throws -> [String] {
    let reports = Reports()
    var diagnostics = StoreDiagnostics()
    diagnostics.verifiesCopies = true
    diagnostics.excusedFromCopies = excused
    diagnostics.report = { reports.add(word(for: $0)) }
    var configuration = StoreConfiguration()
    configuration.diagnostics = diagnostics
    let store = ReferenceStore<Forgetful, Int>(
      state: Forgetful(), reducers: [{ state, number in state.forgotten = number }],
      configuration: configuration)
    store.dispatch(7)
    #expect(try store.currentState().forgotten == 0)
    return reports.all
  }

  @Test func aCopyThatForgetsIsReported() throws {
    #expect(try findings(excused: []) == [#"incomplete ["Forgetful.forgotten"]"#])
  }

  @Test func anExcusedPropertyIsNot() throws {
    #expect(try findings(excused: ["Forgetful.forgotten"]).isEmpty)
  }

  @Test func everyFindingHasAText() {
    let record = ActionRecord(1, number: 4)
    let difference = GraphDifference(path: "kept", kind: .changed, old: "0", new: "1")
    let findings: [StoreFinding] = [
      .changedOutsideDispatch([difference], after: record),
      .slowReducer(index: 2, duration: .seconds(1), action: record),
      .cannotCheck(CancellationError()),
    ]
    #expect(
      findings.map(word(for:)) == [
        #"outside ["kept"] 4"#, "slow 2 4", "cannot check CancellationError()",
      ])
    #expect(findings.allSatisfy { !$0.description.isEmpty })
    #expect(findings[0].description.hasPrefix("changed outside dispatch at `kept`, after action 4"))
  }
}
