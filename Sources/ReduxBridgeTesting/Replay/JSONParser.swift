import Foundation
import ReduxSessions

/// Reads one JSON text (RFC 8259).
///
/// It accepts what `JSONSerialization` accepts, but for these: a text is UTF-8 without a byte order mark and
/// without null characters around it, has at most 200 levels and no comma after the last member or element,
/// and each number is finite as a `Double`.
struct JSONParser {
  /// The reason, and the byte, starting at 1.
  struct Failure: Error {
    let reason: String
    let column: Int
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  /// Deeper texts are refused, so that a damaged file cannot exhaust the stack.
  private static let maximumDepth = 200

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Parses a text.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == bytes.endIndex else { throw parser.failure("text after the value") }
    return value
  }

  private func failure(_ reason: String) -> Failure {
    Failure(reason: reason, column: index - bytes.startIndex + 1)
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    guard let byte = next else { throw failure("the text ends early") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw failure("more than 200 levels") }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      for (word, value) in [
        ("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null),
      ]
      where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return value
      }
      throw failure("no JSON value")
    }
  }

  private mutating func object() throws(Failure) -> JSONValue {
    index += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a member without a name") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw failure("a member without a value") }
      members.append(.init(name: name, value: try value()))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("no comma between members") }
    }
  }

  private mutating func array() throws(Failure) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("no comma between elements") }
    }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard Double(text)?.isFinite == true else { throw failure("no finite number") }
    return .number(text)
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    if index == start { throw failure("no digit") }
  }

  private mutating func string() throws(Failure) -> String {
    let start = index
    var hasEscapes = false
    index += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("a control character in a string") }
      let isEscape = byte == UInt8(ascii: "\\")
      hasEscapes = hasEscapes || isEscape
      index += isEscape ? 2 : 1
      // Older versions of Foundation take a sign for a digit here.
      if isEscape, index <= bytes.endIndex, bytes[index - 1] == UInt8(ascii: "u"),
        !bytes[index...].prefix(4).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      {
        throw failure("an unknown escape")
      }
    }
    guard take("\"") else { throw failure("a string without an end") }
    let literal = bytes[start..<index]
    let text =
      hasEscapes
      ? try? JSONDecoder().decode(String.self, from: Data(literal))
      : String(validating: literal.dropFirst().dropLast(), as: UTF8.self)
    guard let text else { throw failure("a string that is not UTF-8, or an unknown escape") }
    return text
  }
}
