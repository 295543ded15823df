import Foundation
import ReduxSessions

extension JSONValue: Decodable {
  /// The most levels: deeper texts are refused, so that a damaged file cannot exhaust the stack.
  private static let maximumDepth = 200

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes any JSON value: the members of an object by name, and a number as the shortest text of its value.
  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "more than \(Self.maximumDepth) levels"))
    }
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let members = try? decoder.container(keyedBy: Name.self) {
      let names = members.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        try names.map {
          Member(name: $0.stringValue, value: try members.decode(JSONValue.self, forKey: $0))
        })
    } else if var remaining = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !remaining.isAtEnd { elements.append(try remaining.decode(JSONValue.self)) }
      self = .array(elements)
    } else if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? value.decode(Decimal.self) {
      self = .number("\(number)")
    } else {
      self = .number("\(try value.decode(Double.self))")
    }
  }

  /// The same as it is read from a recording, to be compared with one that was.
  func asRead() throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }
}
