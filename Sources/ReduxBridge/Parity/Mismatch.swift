/// A difference between both sides of a slice after an action.
///
/// A mismatch is a report, not a failure: the answer of the control counts in any case. The store's
/// ``Redactor`` has rendered its texts.
public struct Mismatch: Sendable, Equatable, Codable {
  /// What the comparison covers.
  public enum Subject: String, Sendable, Codable, CaseIterable {
    /// The state of the slice.
    case state
    /// An effect that a side requests.
    case effect
    /// An event that one side signals.
    case signal
    /// A window that is not the target of the action.
    case window
    /// The slice's part of the reference state, to which a block outside of the slice wrote.
    case foreignWrite
    /// The projection, which does not read back what it wrote at stage `lead`.
    case projection
    /// A notification that a listener on one side did not receive, for a change that both sides made.
    case delivery
    /// Something that only one side can express: an event that is signaled again while the flag of
    /// the old side is still set.
    case notComparable
  }

  /// Which side is wrong.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    /// The side under trial; the verdict on every difference until a person or a rule changes it.
    case candidateWrong
    /// The old side, accepted with a reason.
    case legacyWrong
    /// Neither: the input does not determine the answer (a date, a random number, an order of a set).
    case noise
    /// Unknown: the two sides cannot be compared.
    case notComparable
  }

  /// One of several differences after the same action.
  public struct Difference: Sendable, Equatable, Codable {
    /// What was compared.
    public var subject: Subject
    /// The path at which both sides differ.
    public var path: String
    /// The old side's value there.
    public var legacy: String
    /// The new side's value there.
    public var value: String
  }

  /// The name of the slice.
  public var slice: String
  /// The stage at which the action was reduced; it determines whose answer counts.
  public var stage: Stage
  /// What was compared.
  public var subject: Subject
  /// The number of the action in the store, starting at 1.
  public var actionNumber: Int
  /// The type of the action: the name of its case.
  public var actionType: String
  /// The action, redacted.
  public var action: String
  /// The path in the slice at which both sides differ, such as `items.3.title`; empty for the whole.
  public var path: String
  /// The old side's value there.
  public var legacy: String
  /// The new side's value there.
  public var value: String
  /// The number of other differences after the same action.
  public var furtherDifferences: Int
  /// The first eight of the other differences.
  public var further: [Difference] = []
  /// Which side is wrong.
  public var verdict: Verdict
  /// The ordinal of this mismatch among similar ones, starting at 1.
  ///
  /// Similar are those of the same slice, subject and type of action, at paths that differ only in
  /// positions.
  public var occurrence: Int

  /// Makes a mismatch of the differences after one action; nil if there are none.
  ///
  /// - Parameters:
  ///   - differences: The differences that no rule explains, the most significant first.
  ///   - place: The action.
  ///   - occurrence: Counts similar mismatches: receives a key and returns the ordinal.
  init?(_ differences: [Difference], at place: ComparedAction, occurrence: (String) -> Int) {
    guard let first = differences.first else { return nil }
    let likeness = [
      place.slice, place.type, first.subject.rawValue, Self.pattern(of: first.path),
    ].joined(separator: " ")
    (slice, stage, actionNumber) = (place.slice, place.stage, place.index)
    (actionType, action) = (place.type, place.text)
    (subject, path, legacy, value) = (first.subject, first.path, first.legacy, first.value)
    furtherDifferences = differences.count - 1
    further = Array(differences.dropFirst().prefix(8))
    verdict = first.subject == .notComparable ? .notComparable : .candidateWrong
    self.occurrence = occurrence(likeness)
  }

  /// The path with `*` in place of positions.
  package var pathPattern: String { Self.pattern(of: path) }

  static func pattern(of path: String) -> String {
    guard path.contains(where: \.isNumber) else { return path }
    return path.split(separator: ".", omittingEmptySubsequences: false)
      .map { Int($0) == nil ? String($0) : "*" }
      .joined(separator: ".")
  }

  /// Whether the same subject differs at a similar path after the same type of action.
  func isSimilar(to other: Mismatch) -> Bool {
    slice == other.slice && subject == other.subject && actionType == other.actionType
      && pathPattern == other.pathPattern
  }
}

extension Mismatch: CustomStringConvertible {
  /// The mismatch in one line, such as
  /// `theme (shadow): after action 17 setBrightness, at brightness: legacy 0.3, value 0.5`.
  public var description: String {
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    let more = furtherDifferences == 0 ? "" : " (and \(furtherDifferences) more)"
    let what = subject == .state ? "" : " [\(subject.rawValue)]"
    let isImplied = verdict == .candidateWrong || verdict.rawValue == subject.rawValue
    let judged = isImplied ? "" : " [\(verdict.rawValue)]"
    return
      "\(slice) (\(stage.rawValue))\(what)\(judged): after action \(actionNumber) \(action), \(place): "
      + "legacy \(legacy), value \(value)\(more)"
  }
}

// MARK: - Known differences

/// A known difference between both sides, with the reason why it does not count.
///
/// The gate reports a rule that never matched: it excuses a difference that is gone or never existed.
///
/// ```swift
/// slice.allowing(
///   .noise(at: "items.*.openedAt", because: "both sides read the clock"),
///   .legacyIsWrong(at: "filter", on: "clearFilter", because: "the old block forgot the filter"))
/// ```
public struct DifferenceRule: Sendable, Equatable, Codable {
  package let path: String
  package let actionType: String?
  package let verdict: Mismatch.Verdict
  package let reason: String

  /// Creates a rule for a place that the input does not determine.
  ///
  /// - Parameters:
  ///   - path: The path and all below it; `*` matches any one component.
  ///   - actionType: The type of action after which the rule applies; nil for all.
  ///   - reason: Why both sides may differ there.
  /// - Returns: The rule.
  public static func noise(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .noise, reason: reason)
  }

  /// Creates a rule for a place where the old side is wrong and the new one right.
  ///
  /// - Parameters:
  ///   - path: The path and all below it; `*` matches any one component.
  ///   - actionType: The type of action after which the rule applies; nil for all.
  ///   - reason: What the old side does wrong.
  /// - Returns: The rule.
  public static func legacyIsWrong(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .legacyWrong, reason: reason)
  }

  /// Creates a rule for a place where the two sides cannot be compared.
  ///
  /// - Parameters:
  ///   - path: The path and all below it; `*` matches any one component.
  ///   - actionType: The type of action after which the rule applies; nil for all.
  ///   - reason: Why they cannot be compared.
  /// - Returns: The rule.
  public static func notComparable(
    at path: String, on actionType: String? = nil, because reason: String
  ) -> DifferenceRule {
    DifferenceRule(path: path, actionType: actionType, verdict: .notComparable, reason: reason)
  }

  /// Whether the rule applies to a path after a type of action.
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
