import ReduxBridge

extension RunReport {
  /// Where both sides differ; nothing when they do not.
  var findings: [String] {
    var lines: [String] = []
    if let bug = plantedBug {
      lines += ["", "Planted into the new code: \(bug.name), \(bug.summary)."]
    }
    if let mismatch = firstMismatch {
      lines += [
        "", "FIRST MISMATCH  slice \(mismatch.slice), at stage \(mismatch.stage.rawValue)",
        "  after action  \(mismatch.actionIndex.grouped)  \(mismatch.action)",
        "  at path       \(mismatch.path.isEmpty ? "(the whole slice)" : mismatch.path)",
        "  old code      \(mismatch.legacy)",
        "  new code      \(mismatch.value)",
      ]
    }
    if let difference = firstDifference {
      let actions = difference.actions
      lines += [
        "", "FIRST DIFFERENCE ON A SCREEN",
        "  after actions \(actions.lowerBound.grouped) – \(actions.upperBound.grouped)",
        "  at path       \(difference.path)",
        "  app as it was \(difference.before)",
        "  crossing app  \(difference.after)",
      ]
    }
    return lines
  }

  /// What it all comes to, in a sentence.
  var conclusion: [String] {
    if !isAllMatched { return failure }
    if plantedBug != nil {
      return [
        "Nothing in this session brought the planted mistake to light: it is too short, or does",
        "not go where the mistake shows. Try more actions, or another seed.",
      ]
    }
    guard isOnValueStore else {
      return [
        "Everything matched, but the session was too short to cross: it takes some hundred actions."
      ]
    }
    return [
      "Everything matched: while it was in use, the app moved from mutable classes to pure values,",
      "and nothing that anybody could see was different. It now stands on ValueRedux alone.",
    ]
  }

  private var failure: [String] {
    let refused = slices.filter { $0.total.mismatched > 0 }
    guard !refused.isEmpty else {
      return [
        "The two apps differ, and no comparison saw it before the new code answered alone.",
        "This crossing must not be shipped.",
      ]
    }
    return refused.flatMap { slice in
      let reasons = slice.unmet.isEmpty ? "" : " (\(slice.unmet.joined(separator: "; ")))"
      return [
        "The two sides differ: \(slice.name) was not let past \(slice.reached.rawValue)\(reasons).",
        firstDifference == nil
          ? "The old code's answer counted all the time, so nobody who used the app saw the mistake."
          : "This crossing must not be shipped.",
      ]
    }
  }
}
