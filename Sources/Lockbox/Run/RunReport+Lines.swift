import CommandLineSupport
import LockboxModern
import ReduxBridge
import ValueReflection

/// The lines that a run prints.
extension RunReport {
  /// The title, an introduction, and the header of the table of phases.
  var beginning: [String] {
    let introduction = """
      Two apps run the same session side by side: the original app, on a store of classes, and the \
      same app while it migrates to a store of values. At shadow and lead both the old and the new \
      code run on each action and are compared; the answer of the old, or of the new, counts. After \
      each step, the windows of both apps are compared: the last column says after how many of them \
      they were the same. In the end the app is on a store of values alone.
      """
    return [
      "Lockbox · \(logins.grouped) login\(logins == 1 ? "" : "s") from \(options.source.name)"
        + " · seed \(options.seed)", "",
    ] + indented(prose(introduction) + [""] + table(of: []).lines)
  }

  /// The row of the present phase.
  var row: [String] {
    let stages = LockboxSlices.order.map { name in
      phase.stages.map { $0[name, default: .legacy].rawValue } ?? "values"
    }
    let steps = "\(phase.equalSteps.grouped) of \(phase.steps.grouped)"
    return indented([table(of: [[phase.last.grouped] + stages + [steps]]).lines[2]])
  }

  private func table(of rows: [[String]]) -> TextTable {
    TextTable(
      ["to action"] + LockboxSlices.order + ["same steps"],
      leftColumns: 1 + LockboxSlices.order.count, leastWidth: 8, rows: rows)
  }

  /// The findings, the slices, the gate and the conclusion.
  var end: [String] {
    let paragraphs =
      findings + [sliceTable, prose(gateText), prose(conclusion), reproduction]
    return indented(paragraphs.filter { !$0.isEmpty }.flatMap { [""] + $0 })
  }

  private func prose(_ text: String) -> [String] { text.wrapped(to: Terminal.width - 2) }

  private func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  \($0)" } }

  private var sliceTable: [String] {
    let rows = slices.map { slice in
      let kinds = LockboxSlices.actionTypes[slice.name, default: []].count
      return slice.cells + ["\(kinds - slice.neverCompared.count) of \(kinds)"]
    }
    let header = [
      "slice", "stage", "gate", "compared", "changed", "mismatches", "types seen",
    ]
    let missing = slices.filter { !$0.neverCompared.isEmpty }.flatMap { slice in
      "never seen".labelling("\(slice.name): \(slice.neverCompared.joined(separator: ", "))")
    }
    return TextTable(header, leftColumns: 3, rows: rows).lines
      + (missing.isEmpty ? [] : [""] + missing)
  }

  private var gateText: String {
    let failures = FootprintEvidence.failures
    return """
      A gate requires \(gate.compared.grouped) action\(gate.compared == 1 ? "" : "s") compared, of \
      which one changed the slice, no mismatch, each change delivered to the presenters, and a clean \
      footprint: no block writes outside of its slice. It does not require every type of action: those \
      never seen are not proved. The footprint check of the old code, over \
      \(FootprintEvidence.actions.count) actions, \
      \(failures.isEmpty ? "passes" : "fails: \(failures.joined(separator: "; "))").
      """
  }

  private var conclusion: String {
    guard isAllMatched else {
      let refused = slices.filter { $0.total.mismatched > 0 }
        .map { "\($0.name) (\($0.unmet.joined(separator: "; ")))" }
      let what =
        refused.isEmpty ? "apps differ" : "sides differ: \(refused.joined(separator: "; "))"
      return "The two \(what). Do not ship this migration."
    }
    if options.plantedBug != nil {
      return "This session did not reveal the planted bug: try more actions, or another seed."
    }
    guard isOnValueStore else {
      return "Everything matched, but the session was too short to migrate: that takes a few "
        + "hundred actions."
    }
    return "Everything matched: while in use, the app migrated from mutable classes to pure values "
      + "without a visible difference. It now depends on ValueRedux alone."
  }

  private var findings: [[String]] {
    let bug = options.plantedBug.map {
      ["Planted into the new code: \($0.name), \($0.summary)."]
    }
    return [bug, firstMismatch?.lines, firstDifference].compactMap { $0 }
  }
}

extension Mismatch {
  var lines: [String] {
    let part = subject == .state ? "" : " (\(subject.rawValue))"
    let more = furtherDifferences == 0 ? "" : ", and \(furtherDifferences.grouped) more"
    return ["FIRST MISMATCH  slice \(slice), at stage \(stage.rawValue)"]
      + "  after action".labelling("\(actionNumber.grouped)  \(action)", column: 16)
      + "  at path".labelling((path.isEmpty ? "(the whole slice)" : path) + part + more, column: 16)
      + "  old code".labelling(legacy, column: 16)
      + "  new code".labelling(value, column: 16)
  }
}

extension Seen {
  /// The first difference from the original app, in lines.
  func difference(from original: Seen) -> [String] {
    let difference = reflectedDifferences(from: original, to: self, limit: 1).first
    return ["FIRST DIFFERENCE BETWEEN THE APPS  after \(original.actions.grouped) actions"]
      + "  at path".labelling(difference?.path ?? "", column: 18)
      + "  original app".labelling(difference?.old ?? "\(original)", column: 18)
      + "  migrating app".labelling(difference?.new ?? "\(self)", column: 18)
  }
}
