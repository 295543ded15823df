/// A JSON text as a tree, which keeps numbers as they are written and members in their order.
///
/// `JSONSerialization` does neither, and a recording is compared with what is replayed.
enum JSONValue: Sendable, Equatable {
  struct Member: Sendable, Equatable {
    let name: String
    var value: JSONValue
  }

  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  static func number(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

  static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  /// The value of a member; nil when there is none.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Returns this value with each string replaced.
  func mapStrings(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(transform(text))
    case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
    case .object(let members):
      .object(
        members.map {
          Member(name: transform($0.name), value: $0.value.mapStrings(transform))
        })
    case .null, .bool, .number: self
    }
  }

  // MARK: Writing

  /// The text, in one line.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  var jsonText: String { String(decoding: bytes, as: UTF8.self) }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a string literal that may stand in a script as well: `<` and the line separators of
  /// JavaScript are escaped.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case 0..<0x20, UInt8(ascii: "<"):
        bytes += "\\u00".utf8
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}

// MARK: Comparing

extension JSONValue {
  /// One step from one tree to another.
  struct Change: Sendable, Equatable {
    let path: [String]
    /// Where elements of an array are inserted or removed; nil when a value is replaced.
    var index: Int?
    /// The old value, or the elements that are removed; nil for a member that is new.
    let old: JSONValue?
    let new: JSONValue?
  }

  /// The changes that make the other tree of this one, in order.
  ///
  /// Members are compared by name, in any order. In arrays of different lengths, what lies between the
  /// equal elements at both ends is exchanged.
  func changes(to other: JSONValue) -> [Change] {
    var changes: [Change] = []
    collectChanges(to: other, at: [], in: &changes)
    return changes
  }

  private func collectChanges(to other: JSONValue, at path: [String], in changes: inout [Change]) {
    switch (self, other) {
    case (.object(let old), .object(let new)):
      // Mostly in the same order.
      for (index, member) in old.enumerated() {
        let place = path + [member.name]
        let isInPlace = index < new.count && new[index].name == member.name
        if let value = isInPlace ? new[index].value : other[member.name] {
          if value != member.value {
            member.value.collectChanges(to: value, at: place, in: &changes)
          }
        } else {
          changes.append(Change(path: place, old: member.value, new: nil))
        }
      }
      for (index, member) in new.enumerated() {
        let isInPlace = index < old.count && old[index].name == member.name
        if isInPlace || self[member.name] != nil { continue }
        changes.append(Change(path: path + [member.name], old: nil, new: member.value))
      }
    case (.array(let old), .array(let new)):
      if old.count == new.count {
        for index in old.indices where old[index] != new[index] {
          old[index].collectChanges(to: new[index], at: path + ["\(index)"], in: &changes)
        }
        return
      }
      let common = min(old.count, new.count)
      var start = 0
      while start < common, old[start] == new[start] { start += 1 }
      var end = 0
      while end < common - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      changes.append(
        Change(
          path: path, index: start, old: .array(Array(old[start..<(old.count - end)])),
          new: .array(Array(new[start..<(new.count - end)]))))
    default:
      if self != other { changes.append(Change(path: path, old: self, new: other)) }
    }
  }
}
