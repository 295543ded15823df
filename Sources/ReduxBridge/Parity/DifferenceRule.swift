import ValueReflection

/// The side that is wrong in a known difference, if any.
public enum KnownDifference: Sendable, Codable {
  /// No side is wrong: the state and the action do not determine the value at the path of the rule.
  case noise
  /// The old side is wrong, and the new side is right.
  case legacyIsWrong
  /// The wrong side is unknown: the two sides cannot be compared at the path of the rule.
  case notComparable
}

/// A known difference between both sides, with the reason why it does not count.
package struct DifferenceRule: Sendable, Hashable, Codable {
  package let path: String
  package let actionType: String?
  let kind: KnownDifference
  package let reason: String
  /// The subject that was named; nil for that of the path.
  let subject: Mismatch.Subject?

  /// Creates a rule, as ``StateSlice/allowing(_:on:of:as:because:)`` describes it.
  package init(
    _ path: String, on actionType: String? = nil, of subject: Mismatch.Subject? = nil,
    as kind: KnownDifference, because reason: String
  ) {
    (self.path, self.actionType, self.subject) = (path, actionType, subject)
    (self.kind, self.reason) = (kind, reason)
  }

  /// Whether the rule applies to a difference after a type of action.
  package func covers(_ found: Mismatch.Subject, at place: String, after type: String) -> Bool {
    found == coveredSubject && covers(place, after: type)
  }

  /// Whether the rule applies to a place in the state, with a type of action for which it is.
  package func coversState(at place: String) -> Bool {
    subject ?? .state == .state && covers(place, after: actionType ?? "")
  }

  private var coveredSubject: Mismatch.Subject {
    if let subject { return subject }
    return switch DifferencePath.components(of: path).first {
    case "effects": .effect
    case "windows": .window
    case "listeners": .delivery
    case "signals": kind == .notComparable ? .notComparable : .signal
    default: .state
    }
  }

  /// Whether the rule applies to a path after a type of action.
  package func covers(_ place: String, after type: String) -> Bool {
    if let actionType, actionType != type { return false }
    let pattern = DifferencePath.components(of: path)
    let parts = DifferencePath.components(of: place)
    guard pattern.count <= parts.count else { return false }
    return zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension DifferenceRule: CustomStringConvertible {
  /// The rule in one line.
  package var description: String {
    let after = actionType.map { " after \($0)" } ?? ""
    let what = subject.map { " [\($0.rawValue)]" } ?? ""
    return "\(kind) at \(path.isEmpty ? "the whole" : path)\(what)\(after): \(reason)"
  }
}
