import CommandLineSupport
import ReduxBridge

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
