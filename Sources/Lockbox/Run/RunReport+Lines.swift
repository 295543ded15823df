import CommandLineSupport
import LockboxModern
import ReduxBridge

extension RunReport {
  /// The lines that a run prints, of at most so many characters, the test to paste apart.
  func lines(fitting columns: Int?) -> [String] {
    let width = columns.map { $0 - 2 }
    let body = [
      paragraph(Self.introduction, width), phaseTable(width), findings, sliceTable(width),
      paragraph(gateText, width), paragraph(conclusion, width), reproductionLines,
    ]
    let folded = body.filter { !$0.isEmpty }.joined(separator: [""])
      .flatMap { $0.folded(to: width) }
    let title = "Lockbox · \(logins.grouped) logins from \(source) · seed \(seed)"
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
    var table = TextTable(
      ["actions"] + names + ["steps", "same screens"], leftColumns: 1 + names.count)
    for phase in phases {
      let stages = names.map { name in
        phase.stages.map { $0[name, default: .legacy].rawValue } ?? "value store"
      }
      table.add(
        ["\(phase.actions)"] + stages
          + [phase.steps.grouped, phase.equalSteps.grouped])
    }
    return table.lines(fitting: width)
  }

  private func sliceTable(_ width: Int?) -> [String] {
    var table = TextTable(
      ["slice", "stage reached", "gate", "compared", "mismatches", "types of action seen"],
      leftColumns: 3)
    for slice in slices {
      let kinds = LockboxSlices.actionTypes[slice.name, default: []].count
      table.add(slice.cells + ["\(kinds - slice.neverCompared.count) of \(kinds)"])
    }
    let missing = slices.filter { !$0.neverCompared.isEmpty }.flatMap { slice in
      "never seen".labelling("\(slice.name): \(slice.neverCompared.joined(separator: ", "))")
    }
    return table.lines(fitting: width) + (missing.isEmpty ? [] : [""] + missing)
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
    if plantedBug != nil {
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
}
