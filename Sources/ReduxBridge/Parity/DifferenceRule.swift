/// A difference between both sides that is known, with the reason why it does not count.
///
/// A rule that never matched anything is reported by the gate: it excuses a difference that is no
/// longer there, or never was.
///
/// ```swift
/// slice.allowing(
///   .noise(at: "items.*.openedAt", because: "both sides read the clock"),
///   .legacyIsWrong(at: "filter", on: "clearFilter", because: "the old block forgot the filter"))
/// ```
///
/// ## Thread safety
/// A value; safe from any thread.
public struct DifferenceRule: Sendable, Equatable, Codable {
  /// The path, in which `*` stands for any one component; a rule covers all that is below it, too.
  public let path: String
  /// The type of the action after which the rule holds; nil for all.
  public let actionType: String?
  /// What the difference is held to be.
  public let verdict: Mismatch.Verdict
  /// Why.
  public let reason: String

  /// The input does not determine the answer there.
  ///
  /// - Parameters:
  ///   - path: Where; `*` stands for any one component.
  ///   - actionType: After which type of action; nil for all.
  ///   - reason: Why both sides may differ there.
  /// - Returns: The rule.
  public static func noise(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .noise, reason: reason)
  }

  /// The old side is wrong there, and the new one right.
  ///
  /// - Parameters:
  ///   - path: Where; `*` stands for any one component.
  ///   - actionType: After which type of action; nil for all.
  ///   - reason: What the old side does wrong.
  /// - Returns: The rule.
  public static func legacyIsWrong(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .legacyWrong, reason: reason)
  }

  /// The two sides cannot be compared there.
  ///
  /// - Parameters:
  ///   - path: Where; `*` stands for any one component.
  ///   - actionType: After which type of action; nil for all.
  ///   - reason: Why not.
  /// - Returns: The rule.
  public static func notComparable(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .notComparable, reason: reason)
  }

  /// Whether the rule speaks of this place after this action.
  func covers(_ place: String, after type: String) -> Bool {
    if let actionType, actionType != type { return false }
    let pattern = path.isEmpty ? [] : path.split(separator: ".", omittingEmptySubsequences: false)
    let parts = place.isEmpty ? [] : place.split(separator: ".", omittingEmptySubsequences: false)
    guard pattern.count <= parts.count else { return false }
    return zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension DifferenceRule: CustomStringConvertible {
  /// The rule in one line.
  public var description: String {
    let after = actionType.map { " after \($0)" } ?? ""
    return "\(verdict.rawValue) at \(path.isEmpty ? "the whole" : path)\(after): \(reason)"
  }
}
