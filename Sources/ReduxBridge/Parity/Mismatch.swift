/// Says where both sides of a slice differ after an action.
///
/// A mismatch is a report, never a fault: the control's answer was taken. Its texts have gone through
/// the store's ``Redactor``.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Mismatch: Sendable, Equatable, Codable {
  /// What was compared.
  public enum Subject: String, Sendable, Codable, CaseIterable {
    /// The state of the slice.
    case state
    /// What a side asked the world outside to do.
    case effect
    /// An event that one side signalled.
    case signal
    /// A window that the action was not for.
    case window
    /// The slice's part of the reference state, to which a block outside of the slice wrote.
    case foreignWrite
    /// The projection, which did not read back what it wrote at stage `lead`.
    case projection
    /// A listener of one side that was not told of a change on which both sides agree.
    case delivery
    /// What only one of the sides can say: an event that is signalled again while the old side's flag
    /// still stands.
    case notComparable
  }

  /// Who is held to be wrong.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    /// The side under trial; what every difference is until somebody says otherwise.
    case candidateWrong
    /// The old side, which was accepted with a reason.
    case legacyWrong
    /// Nobody: the input does not determine the answer (a date, a random number, an order of a set).
    case noise
    /// Nobody could tell.
    case notComparable
  }

  /// One of several differences after the same action.
  public struct Difference: Sendable, Equatable, Codable {
    /// What was compared.
    public var subject: Subject
    /// Where both sides differ.
    public var path: String
    /// What the old side has there.
    public var legacy: String
    /// What the new side has there.
    public var value: String
  }

  /// The slice's name.
  public var slice: String
  /// The stage at which the action was reduced; it says whose answer was taken.
  public var stage: Stage
  /// What was compared.
  public var subject: Subject
  /// The action's number in the store, the first being 1.
  public var actionNumber: Int
  /// The action's type: the name of its case.
  public var actionType: String
  /// The action, redacted.
  public var action: String
  /// Where in the slice both sides differ, such as `items.3.title`; empty for the whole.
  public var path: String
  /// What the old side has there.
  public var legacy: String
  /// What the new side has there.
  public var value: String
  /// How many more differences there are after the same action.
  public var furtherDifferences: Int
  /// The first of these, eight at most.
  public var further: [Difference] = []
  /// Who is held to be wrong.
  public var verdict: Verdict
  /// The how-many-eth mismatch this is of its slice, action type, subject and path pattern; 1 for the first.
  public var occurrence: Int

  /// The path with `*` in place of positions, so that the same difference in another element is alike.
  public var pathPattern: String { Self.pattern(of: path) }

  static func pattern(of path: String) -> String {
    guard path.contains(where: \.isNumber) else { return path }
    return path.split(separator: ".", omittingEmptySubsequences: false)
      .map { Int($0) == nil ? String($0) : "*" }
      .joined(separator: ".")
  }

  /// Whether the same thing differs at a like place after the same type of action.
  func isAlike(_ other: Mismatch) -> Bool {
    slice == other.slice && subject == other.subject && actionType == other.actionType
      && pathPattern == other.pathPattern
  }

  /// Whether nothing alike was seen before.
  public var isFirst: Bool { occurrence == 1 }
}

extension Mismatch: CustomStringConvertible {
  /// The mismatch in one line, such as
  /// `theme (shadow): after action 17 setBrightness, at brightness: legacy 0.3, value 0.5`.
  public var description: String {
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    let more = furtherDifferences == 0 ? "" : " (and \(furtherDifferences) more)"
    let what = subject == .state ? "" : " [\(subject.rawValue)]"
    let isSaid = verdict == .candidateWrong || verdict.rawValue == subject.rawValue
    let judged = isSaid ? "" : " [\(verdict.rawValue)]"
    return
      "\(slice) (\(stage.rawValue))\(what)\(judged): after action \(actionNumber) \(action), \(place): "
      + "legacy \(legacy), value \(value)\(more)"
  }
}

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
