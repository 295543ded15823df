import Dispatch
import Foundation
import ReduxBridge
import ReferenceRedux

/// The bounded buffer between the store, which adds entries, and a queue of its own, which writes them.
///
/// The queue writes at the latest 50 milliseconds after an entry was added, and at once when half of the
/// buffer is used. When the buffer is full, actions are refused: the store never waits for a disk.
///
/// `@unchecked Sendable` because:
/// 1. `buffer` is a lock, and everything else but `writer` is constant.
/// 2. `writer` is used on `queue` only, which runs one job at a time, and at last in `deinit`.
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
    /// Whether a job of the queue is due: until the first line is written, no other is.
    var isScheduled = true
    var isUrgent = true
    var hasEnded = false
    var fileIsFull = false
    /// Whether the entry that begins the next file is on its way.
    var isChangingFile = false
    var failure: (any Error)?
  }

  private let queue = DispatchQueue(label: "SessionRecorder", qos: .utility)
  private let buffer = Locked(Buffer())
  private let limit: Int
  private let writer: SessionWriter

  init(_ writer: SessionWriter, limit: Int) {
    (self.writer, self.limit) = (writer, max(2, limit))
  }

  deinit {
    // No entry is left: the job that is due for it keeps the log alive.
    try? writer.close()
  }

  /// Writes the first line, and then what was added meanwhile.
  func begin(with entry: Entry) throws {
    do {
      try queue.sync { try entry(writer) }
    } catch {
      buffer.withLock { $0.hasEnded = true }
      throw error
    }
    queue.async { [self] in drain() }
  }

  /// Whether there is room again, after a refusal.
  var hasRoom: Bool { buffer.withLock { $0.entries.count <= limit / 2 } }

  /// Adds an entry, if there is room; one that must not be missing, of which there are few, in any case.
  @discardableResult
  func add(isRefusable: Bool = true, _ entry: @escaping Entry) -> Answer {
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
      (buffer.fileIsFull, buffer.isChangingFile) = (false, true)
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
      let files = writer.filesBegun
      for entry in entries { try entry(writer) }
      try writer.write()
      // An action ends once its line is in the file, whenever the optimizer would end it.
      withExtendedLifetime(entries) {}
      let isNew = writer.filesBegun > files
      let isFull = writer.isFileFull
      buffer.withLock { buffer in
        if isNew { buffer.isChangingFile = false }
        buffer.fileIsFull = isFull && !buffer.isChangingFile
      }
    } catch {
      // Lines after one that is missing are of no use.
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
      guard isFirst, buffer.withLock({ $0.failure == nil }) else { return }
      try entry(writer)
      try writer.close()
    }
    if let failure = buffer.withLock({ $0.failure }) { throw failure }
  }
}
