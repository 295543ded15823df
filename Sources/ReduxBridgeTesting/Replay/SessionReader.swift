import Foundation
import ReduxBridge
import ReduxSessions

/// Reads the lines of a recording.
struct SessionReader {
  let name: String
  var events: [SessionRecording.Event] = []
  var notes: [String] = []
  var ledger: ParityLedger?
  var gates: [(slice: String, unmet: [String])] = []
  private var line = 0
  private var hasEnded = false
  /// The number that the next action must have.
  private var next = 0

  init(name: String) {
    self.name = name
  }

  private func error(_ reason: String) -> SessionError {
    SessionError(file: name, line: line, reason: reason)
  }

  /// Reads all lines, and returns the first one.
  mutating func readLines(of bytes: [UInt8]) throws(SessionError) -> JSONValue {
    var header: JSONValue?
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let text = rest[..<(end ?? rest.endIndex)]
      rest = end.map { rest[($0 + 1)...] } ?? []
      line += 1
      let value: JSONValue
      do {
        value = try JSONParser.parse(text)
      } catch {
        // Only the last line may have been torn.
        if end == nil, header != nil {
          notes.append("\(name):\(line): the last line is torn and was skipped.")
          break
        }
        throw self.error("no JSON text, at byte \(error.column): \(error.reason)")
      }
      if header == nil {
        try checkHeader(value)
        next = try integer("number", of: value, in: 0...Self.mostActions, or: 0) + 1
        header = value
      } else {
        try read(value)
      }
    }
    guard let header else {
      line = 1
      throw error("the file is empty")
    }
    return header
  }

  private func checkHeader(_ value: JSONValue) throws(SessionError) {
    guard value["kind"]?.text == "header", let format = value["format"]?.integer else {
      throw error("this is no recording of a session: the first line is no header")
    }
    guard format > 0 else { throw error("there is no format \(format)") }
    guard format <= SessionLine.format else {
      throw error(
        "the recording has the format \(format), and this release reads formats up to "
          + "\(SessionLine.format)")
    }
  }

  /// The greatest number of an action: the greatest whole number up to which JSON is exact.
  private static let mostActions = 1 << 53

  func stages(of header: JSONValue) throws(SessionError) -> [(slice: String, stage: Stage)]? {
    guard case .object(let members)? = header["stages"] else { return nil }
    var stages: [(String, Stage)] = []
    for member in members { stages.append((member.name, try stage(member.value))) }
    return stages
  }

  private func stage(_ value: JSONValue?) throws(SessionError) -> Stage {
    guard let stage = value?.text.flatMap(Stage.init) else { throw error("an unknown stage") }
    return stage
  }

  /// A number in a range, which every use of it can rely on.
  private func integer(
    _ name: String, of value: JSONValue, in range: ClosedRange<Int> = 0...mostActions,
    or absent: Int? = nil
  ) throws(SessionError) -> Int {
    guard let number = value[name].map(\.integer) ?? absent else {
      throw error("there is no \(name)")
    }
    guard range.contains(number) else {
      throw error("\(name) \(number) is not in \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private mutating func read(_ value: JSONValue) throws(SessionError) {
    if hasEnded { throw error("a line after the end") }
    let kind = value["kind"]?.text ?? ""
    switch kind {
    case "action":
      let number = try integer("number", of: value)
      guard number == next else { throw error("action \(number) stands where \(next) must") }
      next += 1
      // So that the sum over all actions is one of the values in the file.
      let parts = value["action"]?.partCount ?? 0
      add(
        .action(
          .init(
            number: number, type: value["type"]?.text ?? "", dynamicType: value["of"]?.text,
            tree: value["action"], text: value["text"]?.text,
            masked: try integer("masked", of: value, in: 0...parts, or: 0))))
    case "checkpoint":
      let number = try integer("number", of: value)
      guard number == next - 1 else {
        throw error("checkpoint \(number) stands after action \(next - 1)")
      }
      add(.checkpoint(number: number, state: value["state"] ?? .null))
    case "gap":
      let first = try integer("first", of: value)
      let last = try integer("last", of: value)
      guard first == next, last >= first else {
        throw error("a gap from \(first) to \(last) stands where \(next) must begin")
      }
      next = last + 1
      add(.gap(first: first, last: last))
    case "stage":
      add(
        .stage(
          after: try integer("after", of: value), slice: value["slice"]?.text ?? "",
          try stage(value["stage"])))
    case "mismatch":
      guard let mismatch = decoded(Mismatch.self, value["mismatch"]) else {
        throw error("an unknown form of a mismatch")
      }
      add(.mismatch(mismatch))
    case "end":
      hasEnded = true
      try readEnd(value)
    default: throw error("an unknown kind of line, \"\(kind)\"")
    }
  }

  private mutating func add(_ content: SessionRecording.Event.Content) {
    events.append(.init(line: line, content: content))
  }

  private mutating func readEnd(_ value: JSONValue) throws(SessionError) {
    ledger = decoded(ParityLedger.self, value["ledger"])
    if ledger == nil, value["ledger"] != nil { throw error("an unknown form of a ledger") }
    guard case .object(let members)? = value["gates"] else { return }
    gates = members.map { member in
      guard case .array(let demands) = member.value else { return (member.name, []) }
      return (member.name, demands.compactMap(\.text))
    }
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ tree: JSONValue?) -> Value? {
    guard let tree else { return nil }
    return try? RecordingEncoder.makeDecoder().decode(type, from: Data(tree.bytes))
  }
}
