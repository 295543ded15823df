import ReduxSessions

/// Payloads on which a branch of the code may depend: boundaries of types, ids of the state, and literals.
///
/// Random payloads seldom equal the constants of the code. With `Payloads`, a random source replaces some payloads of
/// its actions by values that the code may test for:
///
/// ```swift
/// let payloads = Payloads(["LegacyReducers.swift:88": ["0451"], "LegacyReducers.swift:93": [604_800]])
/// let report = try check.run(.random(seed: 7, of: samples, payloads: payloads))
/// ```
///
/// Each value replaces a number or a text in the encoded form of an action, if the changed form can be decoded:
///
/// - Boundaries: 0, 1, -1, the extremes of each integer width, fractions, infinities, and numbers that mean dates
///   before 2001 and before 1970; the empty text, a long text, and a text in two Unicode normal forms; the empty list.
/// - Ids: the properties named `id` or with a name that ends in `ID` or `Id`, and the keys of dictionaries, in the
///   values of slices; also ids that no slice contains. An id that is a structure is replaced as a whole.
/// - Values made from the state: its texts in upper case, in lower case and in other Unicode normal forms, and numbers
///   that overflow in a sum or a product with a number of the state.
/// - Literals of the code: one literal, several literals joined to one text, or the literals in turn, one per action.
///
/// An action that is not `Codable` stays unchanged. The code must run every payload of the right type without a trap.
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

  /// Creates payloads.
  ///
  /// - Parameters:
  ///   - literals: The texts and numbers in the blocks and the reducer, in the order of the code. Other values must
  ///     encode as a text or a number. Each key is the place of its literals, such as `LegacyReducers.swift:88`.
  ///   - share: The share of the actions whose payload is replaced, from 0 to 1; another value ends the process.
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
