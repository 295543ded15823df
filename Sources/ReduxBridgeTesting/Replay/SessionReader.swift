import Foundation
import ReduxBridge
import ReduxSessions

/// Reads the lines of a recording.
struct SessionReader {
  /// The members of the lines of all kinds.
  struct Line: Decodable {
    let kind: String?
    let format: Int?
    let app: String?
    let version: String?
    let seed: UInt64?
    let stages: [String: Stage]?
    let state: JSONValue?
    let number: Int?
    let type: String?
    let of: String?
    let action: JSONValue?
    let text: String?
    let masked: Int?
    let first: Int?
    let last: Int?
    let after: Int?
    let slice: String?
    let stage: Stage?
    let mismatch: Mismatch?
    let ledger: ParityLedger?
    let gates: [String: [String]]?
  }

  let name: String
  var events: [SessionRecording.Event] = []
  var notes: [String] = []
  /// The last line.
  var end: Line?
  private var line = 0
  /// The number that the next action must have.
  private var next = 0
  private let decoder = RecordingEncoder.makeDecoder()

  init(name: String) {
    self.name = name
  }

  private func error(_ reason: String) -> SessionError {
    SessionError(file: name, line: line, reason: reason)
  }

  /// Reads all lines, and returns the first one.
  mutating func readLines(of bytes: [UInt8]) throws(SessionError) -> Line {
    var header: Line?
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for text in texts {
      line += 1
      let isLast = line == texts.count
      if isLast, text.isEmpty { break }
      let content: Line
      do {
        content = try decoder.decode(Line.self, from: Data(text))
      } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
        // Only the last line may have been torn.
        guard isLast, header != nil else {
          throw error("no JSON text, or a number that does not fit")
        }
        notes.append("\(name):\(line): the last line is torn and was skipped.")
        break
      } catch {
        throw self.error(SessionError.reason(of: error))
      }
      if header == nil {
        try checkHeader(content)
        next = try integer("number", content.number ?? 0) + 1
        header = content
      } else {
        if end != nil { throw error("a line after the end") }
        if content.kind == "end" {
          end = content
        } else {
          events.append(.init(line: line, content: try event(content)))
        }
      }
    }
    guard let header else { throw error("the file is empty") }
    return header
  }

  private func checkHeader(_ line: Line) throws(SessionError) {
    guard line.kind == "header", let format = line.format else {
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

  /// A number in a range, which every use of it can rely on.
  private func integer(_ name: String, _ number: Int?) throws(SessionError) -> Int {
    let number = try present(name, number)
    guard (0...Self.mostActions).contains(number) else {
      throw error("\(name) \(number) is not in 0 to \(Self.mostActions)")
    }
    return number
  }

  private func present<Value>(_ name: String, _ value: Value?) throws(SessionError) -> Value {
    guard let value else { throw error("there is no \(name)") }
    return value
  }

  private mutating func event(
    _ line: Line
  ) throws(SessionError) -> SessionRecording.Event.Content {
    switch line.kind {
    case "action":
      let number = try integer("number", line.number)
      guard number == next else { throw error("action \(number) stands where \(next) must") }
      next += 1
      return .action(
        .init(
          number: number, type: line.type ?? "", dynamicType: line.of, tree: line.action,
          text: line.text, masked: try integer("masked", line.masked ?? 0)))
    case "checkpoint":
      let number = try integer("number", line.number)
      guard number == next - 1 else {
        throw error("checkpoint \(number) stands after action \(next - 1)")
      }
      return .checkpoint(number: number, state: line.state ?? .null)
    case "gap":
      let first = try integer("first", line.first)
      let last = try integer("last", line.last)
      guard first == next, last >= first else {
        throw error("a gap from \(first) to \(last) stands where \(next) must begin")
      }
      next = last + 1
      return .gap(first: first, last: last)
    case "stage":
      return .stage(
        after: try integer("after", line.after), slice: line.slice ?? "",
        try present("stage", line.stage))
    case "mismatch": return .mismatch(try present("mismatch", line.mismatch))
    default: throw error("an unknown kind of line, \"\(line.kind ?? "")\"")
    }
  }
}
