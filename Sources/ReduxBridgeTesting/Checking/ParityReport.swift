public import ReduxBridge
import ValueReflection

/// The result of a ``ParityCheck``: its findings, and the counts of its comparisons.
public struct ParityReport<Action: Sendable>: Sendable {
  /// The findings in the order in which the check found them.
  ///
  /// A finding is marked as noise if two runs of one side differ at its path: then the two sides may be equal.
  public let findings: [Finding]
  /// The actions that show the first difference; nil if both sides agree, or if the effort is `sides`.
  public let counterexample: Counterexample<Action>?
  /// The counts of comparisons and of their results: the evidence for a gate.
  public let ledger: ParityLedger

  /// The reasons why the check fails, one sentence each; empty when the check passes.
  ///
  /// A reason is, for example, a finding, a field that no action changed, or a rule that never applied.
  public var failures: [String] { findings.map(\.description) + reasons }
  /// Whether there are no ``failures``.
  public var passed: Bool { failures.isEmpty }

  private let reasons: [String]
  private let slices: [String]
  private let extent: String
  package let remarks: [String]
  private let redactor: Redactor
  /// The locale and the time zone, if the check sets them.
  var place: String?

  init(
    findings: [Finding], failures reasons: [String], counterexample: Counterexample<Action>?,
    ledger: ParityLedger, slices: [String], extent: String, remarks: [String], redactor: Redactor
  ) {
    (self.findings, self.reasons, self.counterexample) = (findings, reasons, counterexample)
    (self.ledger, self.slices, self.extent) = (ledger, slices, extent)
    (self.remarks, self.redactor) = (remarks, redactor)
  }

  /// The report of a check that looked at nothing.
  init(failing reasons: [String], _ redactor: Redactor) {
    self.init(
      findings: [], failures: reasons, counterexample: nil, ledger: ParityLedger(), slices: [],
      extent: "nothing", remarks: [], redactor: redactor)
  }
}

extension ParityReport: CustomStringConvertible {
  /// The report as text: the result, a table with a line for each slice, the findings, the counterexample, all
  /// other reasons why the check fails, and remarks about what the check examined only in part.
  public var description: String {
    var rows = [["slice", "changed", "matched", "laws", "footprint"]]
    rows += slices.map { slice in
      let total = ledger[slice].total
      let laws = ledger[slice].unmetLaws.count
      let footprints = findings.filter { $0.isOfFootprint && $0.slice == slice }.count
      return [
        slice, "\(total.changed) of \(total.compared)", "\(total.matched + total.excused)",
        laws == 0 ? "hold" : findings.contains { $0.subject == .projection } ? "broken" : "-",
        footprints == 0 ? "clean" : counted(footprints, "finding"),
      ]
    }
    var lines = [
      "\(passed ? "passed" : "failed"), \(extent)" + (place.map { ", under \($0)" } ?? "")
    ]
    if !slices.isEmpty { lines += TextColumns.aligned(rows, leftColumns: rows[0].count) }
    func add(_ title: String, _ texts: [String]) {
      if !texts.isEmpty { lines += ["\(title):"] + texts.map { "  \($0)" } }
    }
    let shown = findings.prefix(Self.shownFindings).map(\.description)
    let more = findings.count - shown.count
    add("Found", shown + (more > 0 ? ["and \(more) more"] : []))
    if let counterexample {
      add("Shortest", "\(counterexample)".split(separator: "\n").map(String.init))
    }
    add("Not exercised", reasons)
    add("Looked at in part", remarks)
    return lines.joined(separator: "\n")
  }

  private static var shownFindings: Int { 12 }
}

extension Finding {
  /// Whether both sides were compared, or a claim was judged, after an action.
  package var isComparison: Bool { !isOfFootprint && actionNumber > 0 || subject == .claim }

  /// Whether this is about the whole graph of objects, or about runs of other kinds.
  var isOfFootprint: Bool { sentence != nil && subject != .claim }
}
