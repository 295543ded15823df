import ReduxSessions

/// The payloads on which code decides: boundaries of their types, ids of the state, and the literals of the
/// code.
///
/// Random payloads seldom meet the constants of the code. A search that has these puts them in the place of
/// some payloads of its actions:
///
/// ```swift
/// let payloads = Payloads(["LegacyReducers.swift:88": ["0451"], "LegacyReducers.swift:93": [604_800]])
/// let report = try check.run(.random(seed: 7, of: samples, payloads: payloads))
/// ```
///
/// They replace numbers and texts in the encoded form of an action, where the action can be decoded with them:
///
/// - The boundaries, always: 0, 1, -1 and the extremes of each width, fractions, infinities, and with these dates
///   before 2001 and 1970; the empty text, a long one, and one in two normal forms; the empty list.
/// - Ids: those in the value of the slice, in properties named `id` or with a name that ends so, and
///   in the keys of dictionaries; and ids that are not there. An id of several properties is one.
/// - The contents of the state: its texts in other cases and normal forms, and numbers that overflow with one of its own.
/// - The literals: each alone; several, in their order, joined to one text; and one after the other in
///   successive actions.
///
/// An action that is not `Codable` stays as it is. Code must not trap on any payload that its types allow.
public struct Payloads: Sendable {
  struct Literal: Sendable {
    let value: JSONValue
    let place: String

    /// The text, or the digits.
    var text: String { value.plainText ?? value.jsonText }
    /// As the source has it.
    var source: String { value.text.map { String(reflecting: $0) } ?? value.jsonText }
  }

  let literals: [Literal]
  let share: Double

  /// Describes payloads.
  ///
  /// - Parameters:
  ///   - literals: The literals of the blocks and the reducer, in the order of the source, by their places in
  ///     it, such as `LegacyReducers.swift:88`: texts, numbers, and what encodes as one of them.
  ///   - share: The share of the actions that get such a payload, from 0 to 1.
  public init(
    _ literals: KeyValuePairs<String, [any Encodable & Sendable]> = [:], share: Double = 0.5
  ) {
    guard (0...1).contains(share) else { fatalError("A share is between 0 and 1.") }
    self.literals = literals.flatMap { place, values in
      values.compactMap { value in
        (try? RecordingEncoder().encode(value).tree).map { Literal(value: $0, place: place) }
      }
    }
    self.share = share
  }

  /// Dates before 2001 are negative numbers, and the last one before 1970 is among them.
  static let numbers =
    ["0", "1", "-1", "0.5", "-0.5", "1.7976931348623157e+308", "5e-324", "-978307201"]
    + [8, 16, 32, 64].flatMap { width in
      let half = Int128(1) << (width - 1)
      return [-half, half - 1, 2 * half - 1].map { "\($0)" }
    }
  static let infinities = ["Infinity", "-Infinity"]
  static let texts = ["", "\u{E9}", "e\u{301}", longText]
  static let longText = String(repeating: "x", count: 1_000)
}

extension JSONValue {
  /// The text, or the digits of a number; nil for other values.
  var plainText: String? { if case .number(let number) = self { number } else { text } }
}
