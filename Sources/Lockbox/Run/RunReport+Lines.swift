import CommandLineSupport
import LockboxModern
import ReduxBridge

extension RunReport {
  /// The lines that a run prints, of at most so many characters, the test to paste apart.
  func lines(fitting columns: Int?) -> [String] {
    let width = columns.map { $0 - 2 }
    let body =
      [paragraph(Self.introduction, width), phaseTable(width)] + findings + [
        sliceTable(width), paragraph(gateText, width), paragraph(conclusion, width),
        reproductionLines,
      ]
    let folded = body.filter { !$0.isEmpty }.joined(separator: [""])
      .flatMap { $0.folded(to: width) }
    let title =
      "Lockbox · \(logins.grouped) logins from \(options.source.name) · seed \(options.seed)"
    let all = title.folded(to: columns) + [""] + (folded + testToPaste).map { "  \($0)" }
    return all.map { $0.allSatisfy { $0 == " " } ? "" : $0 }
  }

  private static let introduction = """
    Two apps run the same session side by side: the original app, on a store of classes, and the \
    same app while it migrates to a store of values, one slice at a time. At legacy only the old \
    code runs, at migrated only the new. In between both run on each action and are compared: at \
    shadow the old answer counts, at lead the new one. After each step, the windows of both apps \
    are compared.
    """

  private func paragraph(_ text: String, _ width: Int?) -> [String] {
    text.wrapped(to: min(width ?? 88, 88))
  }

  private func phaseTable(_ width: Int?) -> [String] {
    let names = LockboxSlices.order
    let rows = phases.map { phase in
      let stages = names.map { name in
        phase.stages.map { $0[name, default: .legacy].rawValue } ?? "value store"
      }
      return ["\(phase.actions)"] + stages + [phase.steps.grouped, phase.equalSteps.grouped]
    }
    let header = ["actions"] + names + ["steps", "same screens"]
    return TextTable(header, leftColumns: 1 + names.count, rows: rows).lines(fitting: width)
  }

  private func sliceTable(_ width: Int?) -> [String] {
    let rows = slices.map { slice in
      let kinds = LockboxSlices.actionTypes[slice.name, default: []].count
      return slice.cells + ["\(kinds - slice.neverCompared.count) of \(kinds)"]
    }
    let header = [
      "slice", "stage reached", "gate", "compared", "mismatches", "types of action seen",
    ]
    let missing = slices.filter { !$0.neverCompared.isEmpty }.flatMap { slice in
      "never seen".labelling("\(slice.name): \(slice.neverCompared.joined(separator: ", "))")
    }
    return TextTable(header, leftColumns: 3, rows: rows).lines(fitting: width)
      + (missing.isEmpty ? [] : [""] + missing)
  }

  private var gateText: String {
    let failures = Footprint.failures
    let footprint =
      failures.isEmpty
      ? "passes: it found no write outside of a slice, no read that is not declared (routes reads "
        + "account, lists reads library), and no field that no projection carries"
      : "fails: \(failures.joined(separator: "; "))"
    return """
      A gate requires \(gate.compared.grouped) actions compared, no mismatch, each change delivered \
      to the presenters, and a clean footprint, before the new answer counts (lead) and again before \
      the old code stops (migrated). The footprint check of the old code, over \
      \(Footprint.actions.count) actions, \(footprint).
      """
  }

  private var conclusion: String {
    if !isAllMatched { return failure }
    if options.plantedBug != nil {
      return "This session did not reveal the planted bug: it is too short, or does not reach the "
        + "bug. Try more actions, or another seed."
    }
    guard isOnValueStore else {
      return "Everything matched, but the session was too short to migrate: that takes a few "
        + "hundred actions."
    }
    return "Everything matched: while in use, the app migrated from mutable classes to pure values "
      + "without a visible difference. It now depends on ValueRedux alone."
  }

  private var failure: String {
    let refused = slices.filter { $0.total.mismatched > 0 }
    guard !refused.isEmpty else {
      return
        "The two apps differ, and no comparison of a slice found it. Do not ship this migration."
    }
    return refused.map { slice in
      let reasons = slice.unmet.isEmpty ? "" : " (\(slice.unmet.joined(separator: "; ")))"
      let furthest = furthestStage(of: slice.name)
      let fate = furthest > slice.reached ? "taken back from" : "not promoted beyond"
      let isUnseen = firstDifference == nil && furthest <= .shadow
      return "The two sides differ: \(slice.name) was \(fate) \(furthest.rawValue)\(reasons). "
        + (isUnseen
          ? "The old answer counted throughout, so no user of the app saw the bug."
          : "Do not ship this migration.")
    }.joined(separator: " ")
  }

  private var findings: [[String]] {
    let bug = options.plantedBug.map {
      ["Planted into the new code: \($0.name), \($0.summary)."]
    }
    let stall = stall.map {
      [
        "NOT IDLE  the \($0.app), after actions \($0.actions)",
        "  It waits for work that does not end, so the run ends here.",
      ]
    }
    return [bug, firstMismatch?.lines, firstDifference?.lines, stall].compactMap { $0 }
  }

  private var reproductionLines: [String] {
    switch reproduction {
    case .success(let found?): found.lines
    case .success(nil) where firstMismatch == nil: []
    case .success(nil):
      ["No shorter list reproduces it: the slice alone does not differ on the same actions."]
    case .failure(let error): ["The search for a shorter list failed: \(error)"]
    }
  }

  /// The source of a test that reproduces the first mismatch, in lines of any length.
  private var testToPaste: [String] {
    if case .success(let found?) = reproduction { [""] + found.testLines } else { [] }
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

extension Reproduction {
  /// The fewest actions that reproduce the mismatch, and what to do with ``testLines``.
  var lines: [String] {
    // The first line is the mismatch, which the report has shown.
    let texts = description.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    let list = texts.dropFirst().flatMap { "  ".labelling(String($0), column: 4) }
    let masked =
      test.contains(Redactor.mask)
      ? ["Replace each \(Redactor.mask) with a text of your own."] : []
    return "SHRUNK".labelling(String(texts.first ?? ""), column: 8) + list + [
      "", "AS A TEST  to paste into Tests/LockboxTests; it fails until both sides agree.",
    ] + masked
  }

  var testLines: [String] { test.split(separator: "\n").map(String.init) }
}
