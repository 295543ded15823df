import ReduxBridge
import ReduxSessions

/// Reads one JSON text.
struct JSONParser {
  /// What is wrong, and at which byte, starting at 1.
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
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard Double(text) != nil, !text.hasPrefix("+"), !text.hasPrefix(".") else {
      throw failure("no number")
    }
    return .number(text)
  }

  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw failure("a string without an end") }
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape() throws(Failure) -> Character {
    guard let byte = next else { throw failure("a string without an end") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "u"): return try scalar()
    default: throw failure("an unknown escape")
    }
  }

  private mutating func scalar() throws(Failure) -> Character {
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(high)) { return Character(scalar) }
    guard take("\\"), take("u") else { throw failure("half of a character") }
    let low = try codeUnit()
    guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
    else { throw failure("half of a character") }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let end = index + 4
    guard end <= bytes.endIndex,
      let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
    else { throw failure("an escape without four digits") }
    index = end
    return unit
  }
}
