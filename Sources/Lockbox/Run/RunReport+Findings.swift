import CommandLineSupport
import LockboxModern
import ReduxBridge

extension RunReport {
  var findings: [String] {
    var paragraphs: [[String]] = []
    if let bug = plantedBug {
      paragraphs.append(["Planted into the new code: \(bug.name), \(bug.summary)."])
    }
    if let mismatch = firstMismatch { paragraphs.append(mismatch.lines) }
    if let difference = firstDifference { paragraphs.append(difference.lines) }
    if let stall {
      paragraphs.append([
        "NOT IDLE  the \(stall.app), after actions \(stall.actions)",
        "  It waits for work that does not end, so the run ends here.",
      ])
    }
    return Array(paragraphs.joined(separator: [""]))
  }

  var reproductionLines: [String] {
    switch reproduction {
    case .success(let found?): found.lines
    case .success(nil) where firstMismatch == nil: []
    case .success(nil):
      ["No shorter list reproduces it: the slice alone does not differ on the same actions."]
    case .failure(let error): ["The search for a shorter list failed: \(error)"]
    }
  }

  /// The source of a test that reproduces the first mismatch, in lines of any length.
  var testToPaste: [String] {
    if case .success(let found?) = reproduction { [""] + found.testLines } else { [] }
  }
}

extension ScreenDifference {
  fileprivate var lines: [String] {
    ["FIRST DIFFERENCE BETWEEN THE APPS  after actions \(actions)"]
      + "  at path".labelling(path, column: 18)
      + "  original app".labelling(before, column: 18)
      + "  migrating app".labelling(after, column: 18)
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
