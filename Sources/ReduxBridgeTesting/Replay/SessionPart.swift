import Foundation
import ReduxBridge
import ReduxSessions
import ValueReflection

/// A part of a recording that can be replayed from its first values to its last action.
struct SessionPart<Action: Sendable>: Sendable {
  struct Checkpoint: Sendable {
    let number: Int
    let state: JSONValue
    let line: Int
  }

  enum Step: Sendable {
    /// The values at the start of a part, after the action of a number.
    case start(Int)
    case action(number: Int, Action)
    case checkpoint(Checkpoint)

    var action: Action? {
      if case .action(_, let action) = self { action } else { nil }
    }
  }

  /// The number of the last action before the part.
  let number: Int
  let start: JSONValue
  /// The line of the first values.
  let line: Int
  var steps: [Step] = []
  /// The actions, whose numbers follow each other.
  var actions: [Action] { steps.compactMap(\.action) }
}

/// Decodes the actions of a recording.
struct SessionActionReader<Action: Sendable> {
  private let recording: SessionRecording
  private let types: [String: any (Decodable & Sendable).Type]
  private let decoder = RecordingEncoder.makeDecoder()

  init(_ recording: SessionRecording, _ types: [any (Decodable & Sendable).Type]) {
    self.recording = recording
    self.types = Dictionary(
      types.map { (SourceText.typeName($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The parts, what is not replayed, and the actions whose payloads are masked, with how many values.
  func parts() throws -> (
    parts: [SessionPart<Action>], notes: [String], masked: [(action: Action, values: Int)]
  ) {
    var part: SessionPart<Action>? = SessionPart(
      number: recording.firstNumber, start: recording.start, line: 1)
    var parts: [SessionPart<Action>] = []
    var masked: [(action: Action, values: Int)] = []
    var skipped: [String: Int] = [:]
    var notes = recording.notes
    func end() {
      if let ended = part { parts.append(ended) }
      part = nil
    }
    for event in recording.events {
      switch event.content {
      case .action(let recorded):
        if let action = try decoded(recorded, at: event.line) {
          part?.steps.append(.action(number: recorded.number, action))
          if part == nil {
            skipped["after one that is not replayable", default: 0] += 1
          } else if recorded.masked > 0 {
            masked.append((action, recorded.masked))
          }
        } else {
          end()
          skipped["of type \(recorded.dynamicType ?? recorded.type)", default: 0] += 1
        }
      case .gap(let first, let last):
        end()
        notes.append(
          "Actions \(first) to \(last) are missing: the buffer of the recorder was full.")
      case .checkpoint(let number, let state):
        if part == nil {
          part = SessionPart(number: number, start: state, line: event.line)
        } else {
          part?.steps.append(.checkpoint(.init(number: number, state: state, line: event.line)))
        }
      case .stage, .mismatch: continue
      }
    }
    end()
    notes += skipped.sortedByKey.map { reason, count in
      "Not replayable: \(counted(count, "action")) \(reason)."
    }
    return (parts, notes, masked)
  }

  private func decoded(_ recorded: SessionRecording.Action, at line: Int) throws -> Action? {
    guard let tree = recorded.tree else { return nil }
    let type: (any Decodable.Type)? =
      recorded.dynamicType.map { types[$0] } ?? Action.self as? any Decodable.Type
    guard let type else { return nil }
    do {
      return try decoder.decode(type, from: Data(tree.bytes)) as? Action
    } catch {
      throw SessionError(
        file: recording.name, line: line,
        reason: "action \(recorded.number) (\(recorded.type)) cannot be decoded as "
          + "\(SourceText.typeName(type)): \(SessionError.reason(of: error))")
    }
  }
}
