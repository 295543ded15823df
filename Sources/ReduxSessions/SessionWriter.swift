import Foundation
import ReduxBridge
import ReferenceRedux

/// Writes the lines of a recording to a file, and renames the older files that were full.
///
/// A new file gets its name once its header is in it. Later lines are appended by whole lines, so that a
/// process that ends at any moment leaves at most one torn line, the last one.
///
/// Confined to one thread at a time.
package final class SessionWriter {
  let encoder: RecordingEncoder
  let redactor: Redactor
  private let url: URL
  private let keptFiles: Int
  private let fileLimit: Int
  private var file: PrivateFile?
  /// The size in bytes of the file that is written.
  private var size = 0
  private var lines: [UInt8] = []
  /// The number of files that this writer began.
  private(set) var filesBegun = 0

  /// - Parameters:
  ///   - url: The place of the newest file, in an existing folder.
  ///   - options: The options of the recording.
  ///   - other: The redactor if the options have none.
  /// - Throws: A `CocoaError`, if there is something other than a file.
  init(at url: URL, _ options: SessionRecorder.Options, or other: Redactor? = nil) throws {
    redactor = options.redactor ?? other ?? Redactor()
    encoder = RecordingEncoder(tokens: SecretTokens(), redactor: redactor)
    // The folder may be reached through a link; the file itself must not be one.
    self.url = url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent)
    keptFiles = max(1, options.keptFiles)
    fileLimit = max(4_096, options.fileLimit)
    try PrivateFile.refuseOther(at: self.url)
  }

  var isFileFull: Bool { size >= fileLimit }

  /// Begins a file with its first line, and renames the older ones.
  func begin(_ header: JSONValue) throws {
    try write()
    try PrivateFile.refuseOther(at: url)
    let temporary = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).new").path
    // Left by a process that was killed.
    unsafe unlink(temporary)
    let file = try PrivateFile(creating: temporary, for: url)
    let line = header.bytes + [UInt8(ascii: "\n")]
    do {
      try file.write(line)
      // Up to the first name that is free, whatever the number to keep.
      var last = 1
      while last < keptFiles, unsafe access(place(last).path, F_OK) == 0 { last += 1 }
      for number in stride(from: min(last, keptFiles - 1), to: 0, by: -1) {
        let newer = number == 1 ? url : place(number - 1)
        if unsafe rename(newer.path, place(number).path) != 0, errno != ENOENT {
          throw PrivateFile.error(errno, at: newer)
        }
      }
      try file.rename(to: url.path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    self.file = consume file
    size = line.count
    filesBegun += 1
  }

  /// The place of an older file: `session.2.jsonl` beside `session.jsonl`.
  private func place(_ number: Int) -> URL {
    let name = url.deletingPathExtension().lastPathComponent
    let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    return url.deletingLastPathComponent().appendingPathComponent("\(name).\(number)\(suffix)")
  }

  /// Adds a line, which `write()` writes.
  func add(_ line: JSONValue) throws {
    line.write(to: &lines)
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= 1 << 16 { try write() }
  }

  /// Writes the lines that were added to the file.
  func write() throws {
    if lines.isEmpty { return }
    try file?.write(lines)
    size += lines.count
    lines.removeAll(keepingCapacity: true)
  }

  /// Returns when everything is on disk, and closes the file.
  func close() throws {
    try write()
    try file?.synchronize()
    file = nil
  }
}
