import Dispatch
import Foundation
import ReferenceRedux

/// The bounded buffer between the store, which adds entries, and a queue of its own, which writes them.
///
/// The queue writes at the latest 50 milliseconds after an entry was added, and at once when half of the
/// buffer is used. When the buffer is full, actions are refused: the store never waits for a disk.
///
/// `@unchecked Sendable` because:
/// 1. `buffer` is a lock, and everything else but `writer` is constant.
/// 2. `writer` is used in the initializer, and then on `queue` only, which runs one job at a time.
final class SessionLog: @unchecked Sendable {
  typealias Entry = @Sendable (SessionWriter) throws -> Void

  enum Answer {
    case accepted
    /// Accepted, and the file is full: a checkpoint must follow, with which the next one begins.
    case fileIsFull
    /// Refused.
    case isFull
    /// Refused, because the recording has ended.
    case hasEnded
  }

  private struct Buffer: Sendable {
    var entries: [Entry] = []
    var isScheduled = false
    var isUrgent = false
    var hasEnded = false
    var fileIsFull = false
    var failure: (any Error)?
  }

  private let queue = DispatchQueue(label: "SessionRecorder", qos: .utility)
  private let buffer = Locked(Buffer())
  private let limit: Int
  private let writer: SessionWriter

  init(_ writer: SessionWriter, limit: Int) {
    (self.writer, self.limit) = (writer, max(2, limit))
  }

  /// Whether there is room again, after a refusal.
  var hasRoom: Bool { buffer.withLock { $0.entries.count <= limit / 2 } }

  /// Adds an entry, if there is room.
  func add(_ entry: @escaping Entry) -> Answer {
    put(entry, isRefusable: true)
  }

  /// Adds an entry that must not be missing: these are few.
  func addAlways(_ entry: @escaping Entry) {
    _ = put(entry, isRefusable: false)
  }

  private func put(_ entry: @escaping Entry, isRefusable: Bool) -> Answer {
    let (answer, delay) = buffer.withLock { buffer -> (Answer, DispatchTimeInterval?) in
      if buffer.hasEnded { return (.hasEnded, nil) }
      if isRefusable, buffer.entries.count >= limit { return (.isFull, nil) }
      buffer.entries.append(entry)
      var delay: DispatchTimeInterval?
      if !buffer.isUrgent, buffer.entries.count >= limit / 2 {
        (buffer.isUrgent, delay) = (true, .nanoseconds(0))
      } else if !buffer.isScheduled {
        delay = .milliseconds(50)
      }
      if delay != nil { buffer.isScheduled = true }
      guard isRefusable, buffer.fileIsFull else { return (.accepted, delay) }
      buffer.fileIsFull = false
      return (.fileIsFull, delay)
    }
    if let delay { queue.asyncAfter(deadline: .now() + delay) { [self] in drain() } }
    return answer
  }

  /// Writes the entries that were added so far.
  ///
  /// Only from `queue`.
  private func drain() {
    let (entries, hasFailed) = buffer.withLock { buffer in
      defer { (buffer.entries, buffer.isScheduled, buffer.isUrgent) = ([], false, false) }
      return (buffer.entries, buffer.failure != nil)
    }
    if hasFailed { return }
    do {
      for entry in entries { try entry(writer) }
      try writer.write()
      if writer.isFileFull { buffer.withLock { $0.fileIsFull = true } }
    } catch {
      // What follows a line that is missing is of no use.
      buffer.withLock { ($0.failure, $0.hasEnded) = (error, true) }
    }
  }

  /// Writes what was added before, and returns when it is in the file.
  func flush() throws {
    queue.sync { drain() }
    if let failure = buffer.withLock({ $0.failure }) { throw failure }
  }

  /// Writes what was added before and a last entry, and closes the file; the second time, nothing.
  func end(with entry: Entry) throws {
    let isFirst = buffer.withLock { buffer in
      defer { buffer.hasEnded = true }
      return !buffer.hasEnded
    }
    try queue.sync {
      drain()
      guard isFirst else { return }
      try entry(writer)
      try writer.close()
    }
    if let failure = buffer.withLock({ $0.failure }) { throw failure }
  }

  /// Closes the file after everything that was added before.
  func close() {
    queue.async { [self] in
      drain()
      try? writer.close()
    }
  }
}

/// Writes the lines of a recording.
///
/// Confined to one thread at a time.
final class SessionWriter {
  let encoder: RecordingEncoder
  let redactor: Redactor
  private let file: SessionFile
  private let fileLimit: Int
  private var lines: [UInt8] = []

  init(at url: URL, _ options: SessionRecorder.Options, or other: Redactor?) throws {
    file = try SessionFile(at: url, keeping: options.keptFiles)
    redactor = options.redactor ?? other ?? .secretsOnly
    encoder = RecordingEncoder(tokens: SecretTokens(), redactor: redactor)
    fileLimit = max(4_096, options.fileLimit)
  }

  var isFileFull: Bool { file.size >= fileLimit }

  /// Begins a file with a line.
  func begin(_ line: JSONValue) throws {
    try write()
    try file.begin(with: line.bytes + [UInt8(ascii: "\n")])
  }

  /// Adds a line, which `write()` writes.
  func add(_ line: JSONValue) throws {
    line.write(to: &lines)
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= 1 << 16 { try write() }
  }

  func write() throws {
    if lines.isEmpty { return }
    try file.append(lines)
    lines.removeAll(keepingCapacity: true)
  }

  func close() throws {
    try write()
    try file.close()
  }
}
