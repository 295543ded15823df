import ValueReflection

/// A known difference between both sides, with the reason why it does not count.
///
/// A rule applies to every difference, however many there are after one action. The gate reports a rule
/// that never matched: it excuses a difference that is gone or never existed.
///
/// ```swift
/// slice.allowing(
///   .noise(at: "items.*.openedAt", because: "both sides read the clock"),
///   .legacyIsWrong(at: "filter", on: "clearFilter", because: "the old block forgot the filter"))
/// ```
///
/// A path is written as ``Mismatch/path`` shows it. In the key of a dictionary a backslash stands before
/// a dot, an asterisk, a quotation mark and a backslash, and `""` stands for an empty key:
/// `.noise(at: #"rates.example\.com"#, because: "fetched by both sides")`.
///
/// A rule covers one ``Mismatch/Subject``, and excuses nothing else at its path. It follows from the path:
/// `effects`, `windows` and `listeners` as the first component stand for those, and `signals` for the
/// signals; `.notComparable` at a signal covers what only one side can express, and neither a signal that
/// is missing nor one that is wrong. Every other path is one of the state. Name the subject of another
/// difference, such as a write of other code, or of a field with one of these names.
public struct DifferenceRule: Sendable, Equatable, Codable {
  package let path: String
  package let actionType: String?
  package let verdict: Mismatch.Verdict
  package let reason: String
  /// The subject that was named; nil for that of the path.
  private(set) var subject: Mismatch.Subject?

  /// Creates a rule for a place that the input does not determine.
  ///
  /// - Parameters:
  ///   - path: The path and all below it; `*` matches any one component.
  ///   - actionType: The type of action after which the rule applies; nil for all.
  ///   - subject: What the rule covers there; nil for what the path stands for.
  ///   - reason: Why both sides may differ there.
  /// - Returns: The rule.
  public static func noise(
    at path: String, on actionType: String? = nil, of subject: Mismatch.Subject? = nil,
    because reason: String
  ) -> DifferenceRule {
    DifferenceRule(
      path: path, actionType: actionType, verdict: .noise, reason: reason, subject: subject)
  }

  /// Creates a rule for a place where the old side is wrong and the new one right.
  ///
  /// With the parameters of ``noise(at:on:of:because:)``.
  public static func legacyIsWrong(
    at path: String, on actionType: String? = nil, of subject: Mismatch.Subject? = nil,
    because reason: String
  ) -> DifferenceRule {
    DifferenceRule(
      path: path, actionType: actionType, verdict: .legacyWrong, reason: reason, subject: subject)
  }

  /// Creates a rule for a place where the two sides cannot be compared.
  ///
  /// With the parameters of ``noise(at:on:of:because:)``.
  public static func notComparable(
    at path: String, on actionType: String? = nil, of subject: Mismatch.Subject? = nil,
    because reason: String
  ) -> DifferenceRule {
    DifferenceRule(
      path: path, actionType: actionType, verdict: .notComparable, reason: reason, subject: subject)
  }

  /// Whether the rule applies to a difference after a type of action.
  package func covers(_ found: Mismatch.Subject, at place: String, after type: String) -> Bool {
    found == coveredSubject && covers(place, after: type)
  }

  private var coveredSubject: Mismatch.Subject {
    if let subject { return subject }
    return switch DifferencePath.components(of: path).first {
    case "effects": .effect
    case "windows": .window
    case "listeners": .delivery
    case "signals": verdict == .notComparable ? .notComparable : .signal
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

extension [DifferenceRule] {
  /// Whether both lists have the same rules, in any order.
  func hasSameRules(as other: [DifferenceRule]) -> Bool {
    allSatisfy(other.contains) && other.allSatisfy(contains)
  }
}

extension DifferenceRule: CustomStringConvertible {
  /// The rule in one line.
  public var description: String {
    let after = actionType.map { " after \($0)" } ?? ""
    let what = subject.map { " [\($0.rawValue)]" } ?? ""
    return "\(verdict.rawValue) at \(path.isEmpty ? "the whole" : path)\(what)\(after): \(reason)"
  }
}
