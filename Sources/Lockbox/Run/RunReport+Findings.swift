import CommandLineSupport
import ReduxBridge

extension RunReport {
  /// Where both sides differ; nothing when they do not.
  var findings: [String] {
    var lines: [String] = []
    if let bug = plantedBug {
      lines += ["", "Planted into the new code: \(bug.name), \(bug.summary)."]
    }
    if let mismatch = firstMismatch { lines += [""] + mismatch.lines }
    if let difference = firstDifference { lines += [""] + Self.lines(of: difference) }
    return lines
  }

  private static func lines(of difference: ScreenDifference) -> [String] {
    let actions = difference.actions
    var lines = ["FIRST DIFFERENCE ON A SCREEN"]
    lines.append(
      "  after actions   \(actions.lowerBound.grouped) – \(actions.upperBound.grouped)")
    lines += "  at path".labelling(difference.path, column: 18)
    lines += "  app as it was".labelling(difference.before, column: 18)
    lines += "  crossing app".labelling(difference.after, column: 18)
    return lines
  }

  /// The first mismatch once more, with the fewest actions that show it.
  var smallest: [String] {
    guard firstMismatch != nil else { return [] }
    switch shrunk {
    case .success(let shrunk?): return [""] + shrunk.lines
    case .success(nil):
      return [
        "", "Nothing smaller shows it: the slice alone, on the same actions, does not differ.",
      ]
    case .failure(let error): return ["", "No smaller list could be looked for: \(error)"]
    }
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
        "The two apps differ, and no comparison of a slice saw it. This crossing must not be shipped."
      ]
    }
    return refused.flatMap { slice in
      let reasons = slice.unmet.isEmpty ? "" : " (\(slice.unmet.joined(separator: "; ")))"
      let furthest = furthestStage(of: slice.name)
      let fate = furthest > slice.reached ? "taken back from" : "not let past"
      let isUnseen = firstDifference == nil && furthest <= .shadow
      return [
        "The two sides differ: \(slice.name) was \(fate) \(furthest.rawValue)\(reasons).",
        isUnseen
          ? "The old code's answer counted all the time, so nobody who used the app saw the mistake."
          : "This crossing must not be shipped.",
      ]
    }
  }
}
