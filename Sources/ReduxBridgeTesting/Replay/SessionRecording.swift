public import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// A recording of a session, which `SessionRecorder` wrote.
///
/// Reading checks every line but the actions themselves: their type is known to ``ParityCheck`` only.
package struct SessionRecording: Sendable {
  /// The name of the app that was recorded.
  package let app: String
  /// Its version.
  let version: String
  /// The seed of the session, where it has one.
  package let seed: UInt64?
  /// The lines that were skipped at reading: a torn last one.
  package let notes: [String]
  /// The name of the file, for messages.
  let name: String
  /// The number of the last action before the first recorded one.
  let firstNumber: Int
  /// The stages at the beginning, by slice; nil if there were no slices.
  let stages: [String: Stage]?
  /// The values at the beginning.
  let start: JSONValue
  let events: [Event]
  let ledger: ParityLedger?
  /// The demands of each slice's gate that were not met at the end.
  let gates: [String: [String]]

  /// The content of a line.
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
    let tree: JSONValue?
    let text: String?
    /// The number of values of the payload that others replace.
    let masked: Int
  }

  /// The number of recorded actions.
  package var actionCount: Int {
    events.count { if case .action = $0.content { true } else { false } }
  }

  /// Reads a recording.
  ///
  /// A last line that is torn, because the process was killed, is skipped with a note.
  ///
  /// - Parameter url: The place of the file.
  /// - Throws: ``SessionError`` with the number of the first line that is wrong, or a `CocoaError` whose
  ///   description names the file and why it cannot be read.
  package init(contentsOf url: URL) throws {
    try self.init([UInt8](PrivateFile.content(of: url)), name: url.lastPathComponent)
  }

  /// The recordings at a place: a file, or those in a folder that end in `.jsonl`, sorted by name.
  ///
  /// - Parameter place: The file or folder.
  /// - Returns: The files.
  /// - Throws: A `CocoaError` whose description names the folder and why it cannot be read, and ``SessionError``
  ///   if it holds no recording.
  package static func files(at place: URL) throws -> [URL] {
    let isFolder = try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    guard isFolder == true else { return [place] }
    let files: [URL]
    do {
      files = try FileManager.default
        .contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "jsonl" && !$0.lastPathComponent.hasPrefix(".") }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    } catch {
      throw PrivateFile.described(error, at: place)
    }
    guard !files.isEmpty else {
      throw SessionError(file: place.path, line: 0, reason: "there is no recording in the folder")
    }
    return files
  }

  init(_ bytes: [UInt8], name: String) throws(SessionError) {
    var reader = SessionReader(name: name)
    let header = try reader.readLines(of: bytes)
    self.name = name
    (app, version) = (header.app ?? "", header.version ?? "")
    (seed, stages) = (header.seed, header.stages)
    (firstNumber, start) = (header.number ?? 0, header.state ?? .null)
    (events, notes) = (reader.events, reader.notes)
    (ledger, gates) = (reader.end?.ledger, reader.end?.gates ?? [:])
  }
}

/// The reason why a recording cannot be read or replayed.
public struct SessionError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The name of the file.
  package let file: String
  /// The number of the line, starting at 1; 0 for the whole.
  package let line: Int
  /// The reason.
  package let reason: String

  /// The file, the line and the reason, such as `session.jsonl:17: ...`.
  public var description: String { "\(file):\(line > 0 ? "\(line):" : "") \(reason)" }

  /// The ``description``, so that `localizedDescription` is the same.
  public var errorDescription: String? { description }

  /// The path and the reason of an error of decoding, without the data.
  static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "there is no \"\(key.stringValue)\"\(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.debugDescription + place(context)
    default: SourceText.typeName(type(of: error))
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? "" : " at \(context.codingPath.map(\.stringValue).joined(separator: "."))"
  }
}
