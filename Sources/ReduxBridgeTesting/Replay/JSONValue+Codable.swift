import Foundation
import ReduxBridge
import ReduxSessions

extension JSONValue: Codable {
  /// The most levels: deeper texts are refused, so that a damaged file cannot exhaust the stack.
  private static let maximumDepth = 200

  /// Decodes any JSON value: the members of an object by name, and a number as the shortest text of its value.
  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "more than \(Self.maximumDepth) levels"))
    }
    let value = try decoder.singleValueContainer()
    // The most common first: each that does not fit costs an error.
    if value.decodeNil() {
      self = .null
    } else if let members = try? value.decode([String: JSONValue].self) {
      self = .object(members.sortedByKey.map { Member(name: $0, value: $1) })
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let number = try? value.decode(Decimal.self) {
      self = .number("\(number)")
    } else if let elements = try? value.decode([JSONValue].self) {
      self = .array(elements)
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else {
      self = .number("\(try value.decode(Double.self))")
    }
  }

  /// Encodes the value for a script: a number that JavaScript would change is a string that begins with a
  /// null character.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(Self.byName(members))
    case .number(let text):
      if let number = Int(text), number.magnitude <= 1 << 53 {
        try container.encode(number)
      } else if let number = Double(text), "\(number)" == text {
        try container.encode(number)
      } else {
        try container.encode("\0\(text)")
      }
    }
  }

  /// The values of members; the first one of a name counts.
  static func byName(_ members: [Member]) -> [String: JSONValue] {
    Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same as it is read from a recording, to be compared with one that was.
  func asRead() throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }
}
