public import Foundation
import ReduxBridge
import ReduxSessions

/// A recording of a session, which `SessionRecorder` wrote.
///
/// Reading checks every line but the actions themselves: their type is known to ``SessionReplay`` only.
public struct SessionRecording: Sendable {
  /// The name of the app that was recorded.
  package let app: String
  /// Its version.
  let version: String
  /// The seed of the session, where it has one.
  package let seed: UInt64?
  /// What was skipped at reading: a torn last line.
  public let notes: [String]
  /// The name of the file, for messages.
  let name: String
  /// The number of the last action before the first recorded one.
  let firstNumber: Int
  /// The stages at the beginning, by slice; nil if there were no slices.
  let stages: [(slice: String, stage: Stage)]?
  /// The values at the beginning.
  let start: JSONValue
  let events: [Event]
  let ledger: ParityLedger?
  /// The demands of each slice's gate that were not met at the end.
  let gates: [(slice: String, unmet: [String])]

  /// What a line says.
  struct Event: Sendable {
    enum Content: Sendable {
      case action(Action)
      case checkpoint(number: Int, state: JSONValue)
      case gap(first: Int, last: Int)
      case stage(after: Int, slice: String, Stage)
      case mismatch(Mismatch)
    }

    let line: Int
    let content: Content
  }

  struct Action: Sendable {
    let number: Int
    let type: String
    /// The type behind a protocol.
    let dynamicType: String?
    var tree: JSONValue?
    let text: String?
  }

  /// The number of recorded actions.
  public var actionCount: Int { actions.count }

  /// The actions with their lines.
  var actions: [(line: Int, action: Action)] {
    events.compactMap { event in
      if case .action(let action) = event.content { (event.line, action) } else { nil }
    }
  }

  /// Reads a recording.
  ///
  /// A last line that is torn, because the process was killed, is skipped with a note.
  ///
  /// - Parameter url: The place of the file.
  /// - Throws: ``SessionError`` with the number of the first line that is wrong, or the error of reading the
  ///   file.
  public init(contentsOf url: URL) throws {
    try self.init([UInt8](Data(contentsOf: url)), name: url.lastPathComponent)
  }

  /// The recordings in a folder, sorted by name: for the arguments of a test.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The files that end in `.jsonl`.
  /// - Throws: The error of reading the folder.
  public static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jsonl" && !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  init(_ bytes: [UInt8], name: String) throws(SessionError) {
    var reader = SessionReader(name: name)
    let header = try reader.readLines(of: bytes)
    self.name = name
    app = header["app"]?.text ?? ""
    version = header["version"]?.text ?? ""
    seed = header["seed"].flatMap { if case .number(let text) = $0 { UInt64(text) } else { nil } }
    (firstNumber, start) = (reader.number(of: header), header["state"] ?? .null)
    stages = try reader.stages(of: header)
    (events, notes) = (reader.events, reader.notes)
    (ledger, gates) = (reader.ledger, reader.gates)
  }

  private init(_ other: SessionRecording, mapping transform: (String) -> String) {
    (app, version, seed, notes) = (other.app, other.version, other.seed, other.notes)
    (name, firstNumber, stages) = (other.name, other.firstNumber, other.stages)
    (ledger, gates) = (other.ledger, other.gates)
    start = other.start.mapStrings(transform)
    events = other.events.map { event in
      let content: Event.Content
      switch event.content {
      case .action(var action):
        action.tree = action.tree?.mapStrings(transform)
        content = .action(action)
      case .checkpoint(let number, let state):
        content = .checkpoint(number: number, state: state.mapStrings(transform))
      case .gap, .stage, .mismatch: content = event.content
      }
      return Event(line: event.line, content: content)
    }
  }

  /// This recording with tokens of other lengths, to find what looks inside a secret.
  func withOtherTokens() -> SessionRecording {
    SessionRecording(self) { text in
      text.hasPrefix(SecretTokens.prefix) ? text + SecretTokens.otherEnding : text
    }
  }
}

/// Why a recording cannot be read or replayed.
public struct SessionError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The name of the file.
  public let file: String
  /// The number of the line, starting at 1.
  public let line: Int
  /// What is wrong.
  public let reason: String

  /// The place and what is wrong, such as `session.jsonl:17: ...`.
  public var description: String { "\(file):\(line): \(reason)" }

  /// What ``description`` says, so that `localizedDescription` says it, too.
  public var errorDescription: String? { description }
}

/// Reads the lines of a recording.
private struct SessionReader {
  let name: String
  var events: [SessionRecording.Event] = []
  var notes: [String] = []
  var ledger: ParityLedger?
  var gates: [(slice: String, unmet: [String])] = []
  private var line = 0
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
        next = number(of: value) + 1
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
    guard format <= SessionLine.format else {
      throw error(
        "the recording has the format \(format), and this release reads formats up to "
          + "\(SessionLine.format)")
    }
  }

  func number(of value: JSONValue) -> Int { value["number"]?.integer ?? 0 }

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

  private func integer(_ name: String, of value: JSONValue) throws(SessionError) -> Int {
    guard let number = value[name]?.integer else { throw error("there is no \(name)") }
    return number
  }

  private mutating func read(_ value: JSONValue) throws(SessionError) {
    let kind = value["kind"]?.text ?? ""
    switch kind {
    case "action":
      let number = try integer("number", of: value)
      guard number == next else { throw error("action \(number) stands where \(next) must") }
      next += 1
      add(
        .action(
          .init(
            number: number, type: value["type"]?.text ?? "", dynamicType: value["of"]?.text,
            tree: value["action"], text: value["text"]?.text)))
    case "checkpoint":
      add(.checkpoint(number: try integer("number", of: value), state: value["state"] ?? .null))
    case "gap":
      let (first, last) = (try integer("first", of: value), try integer("last", of: value))
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
    case "end": readEnd(value)
    default: throw error("an unknown kind of line, \"\(kind)\"")
    }
  }

  private mutating func add(_ content: SessionRecording.Event.Content) {
    events.append(.init(line: line, content: content))
  }

  private mutating func readEnd(_ value: JSONValue) {
    ledger = decoded(ParityLedger.self, value["ledger"])
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
