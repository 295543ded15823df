import LockboxModern
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

extension Mismatch {
  /// The lines of the report on the mismatch.
  var lines: [String] {
    let part = subject == .state ? "" : " (\(subject.rawValue))"
    let place = (path.isEmpty ? "(the whole slice)" : path) + part
    let more =
      switch furtherDifferences {
      case 0: [String]()
      case 1: ["  and at one more place after the same action"]
      default: ["  and at \(furtherDifferences.grouped) more places after the same action"]
      }
    return ["FIRST MISMATCH  slice \(slice), at stage \(stage.rawValue)"]
      + "  after action".labelling("\(actionNumber.grouped)  \(action)", column: 16)
      + "  at path".labelling(place, column: 16)
      + "  old code".labelling(legacy, column: 16)
      + "  new code".labelling(value, column: 16) + more
  }
}

extension ShrunkMismatch {
  /// The fewest actions that reproduce the mismatch, and what to do with ``testLines``.
  var lines: [String] {
    let (count, all) = (actions.count, shrunkFrom)
    var lines = [
      "SHRUNK  \(count.grouped) of the latest \(all.grouped) actions of \(mismatch.slice) at stage "
        + "\(mismatch.stage.rawValue) \(count == 1 ? "is" : "are") enough to reproduce it:"
    ]
    for (index, action) in actions.enumerated() {
      lines += "  \(index + 1)".labelling(action, column: 6)
    }
    if let start { lines += "  from".labelling(start, column: 8) }
    for place in noise { lines += "  noise".labelling(place, column: 8) }
    lines += ["", "AS A TEST  to paste into Tests/LockboxTests; it fails until both sides agree."]
    if test.contains(Redactor.mask) {
      lines.append("Replace each \(Redactor.mask) with a text of your own.")
    }
    return lines + [""]
  }

  /// The test to paste.
  var testLines: [String] { test.split(separator: "\n").map(String.init) }
}

extension String {
  /// The text, without its middle if it is longer than `limit`.
  func elided(to limit: Int = 400) -> String {
    guard count > limit else { return self }
    let kept = limit / 2
    return "\(prefix(kept)) … (\((count - 2 * kept).grouped) characters omitted) … \(suffix(kept))"
  }

  /// This label, and next to it a text, elided and wrapped.
  func labelling(_ text: String, column: Int = 14, width: Int = 96) -> [String] {
    let label = self + String(repeating: " ", count: Swift.max(column - count, 1))
    let margin = String(repeating: " ", count: label.count)
    return text.escapedForTerminal.elided().wrapped(to: width - label.count).enumerated().map {
      index, line in
      (index == 0 ? label : margin) + line
    }
  }
}
