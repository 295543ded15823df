import CommandLineSupport
import ReduxBridge

extension RunReport {
  /// The differences between both sides.
  var findings: [String] {
    var lines: [String] = []
    if let bug = plantedBug {
      lines += ["", "Planted into the new code: \(bug.name), \(bug.summary)."]
    }
    if let mismatch = firstMismatch { lines += [""] + mismatch.lines }
    if let difference = firstDifference { lines += [""] + Self.lines(of: difference) }
    if let stall { lines += [""] + Self.lines(of: stall) }
    return lines
  }

  private static func lines(of difference: ScreenDifference) -> [String] {
    let actions = difference.actions
    var lines = ["FIRST DIFFERENCE ON A SCREEN"]
    lines.append(
      "  after actions   \(actions.lowerBound.grouped) – \(actions.upperBound.grouped)")
    lines += "  at path".labelling(difference.path, column: 18)
    lines += "  original app".labelling(difference.before, column: 18)
    lines += "  migrating app".labelling(difference.after, column: 18)
    return lines
  }

  private static func lines(of stall: Stall) -> [String] {
    [
      "NOT IDLE  the \(stall.app), after actions "
        + "\(stall.actions.lowerBound.grouped) – \(stall.actions.upperBound.grouped)",
      "  It waits for work that does not end, so the run ends here.",
    ]
  }

  /// The first mismatch again, with the fewest actions that reproduce it.
  var smallest: [String] {
    guard firstMismatch != nil else { return [] }
    switch shrunk {
    case .success(let shrunk?): return [""] + shrunk.lines
    case .success(nil):
      return [
        "", "No shorter list reproduces it: the slice alone does not differ on the same actions.",
      ]
    case .failure(let error): return ["", "The search for a shorter list failed: \(error)"]
    }
  }

  /// The source of a test that reproduces the first mismatch, in lines of any length.
  var testToPaste: [String] {
    if case .success(let shrunk?) = shrunk, firstMismatch != nil { shrunk.testLines } else { [] }
  }

  /// The conclusion in a sentence.
  var conclusion: [String] {
    if !isAllMatched { return failure }
    if plantedBug != nil {
      return [
        "This session did not reveal the planted bug: it is too short, or does not reach the bug.",
        "Try more actions, or another seed.",
      ]
    }
    guard isOnValueStore else {
      return [
        "Everything matched, but the session was too short to migrate: that takes a few hundred actions."
      ]
    }
    return [
      "Everything matched: while in use, the app migrated from mutable classes to pure values",
      "without a visible difference. It now depends on ValueRedux alone.",
    ]
  }

  private var failure: [String] {
    let refused = slices.filter { $0.total.mismatched > 0 }
    guard !refused.isEmpty else {
      return [
        "The two apps differ, and no comparison of a slice found it. Do not ship this migration."
      ]
    }
    return refused.flatMap { slice in
      let reasons = slice.unmet.isEmpty ? "" : " (\(slice.unmet.joined(separator: "; ")))"
      let furthest = furthestStage(of: slice.name)
      let fate = furthest > slice.reached ? "taken back from" : "not promoted beyond"
      let isUnseen = firstDifference == nil && furthest <= .shadow
      return [
        "The two sides differ: \(slice.name) was \(fate) \(furthest.rawValue)\(reasons).",
        isUnseen
          ? "The old answer counted throughout, so no user of the app saw the bug."
          : "Do not ship this migration.",
      ]
    }
  }
}
