import Foundation
import ReduxBridge
import ReferenceRedux

/// The files of a recording: the one that is written, and the older ones that were full.
///
/// A new file gets its name once its header is in it. Later lines are appended by whole lines, so that a
/// process that ends at any moment leaves at most one torn line, the last one.
///
/// Confined to one thread at a time.
final class SessionFile {
  let url: URL
  private let keptFiles: Int
  private var file: PrivateFile?
  /// The size in bytes of the file that is written.
  private(set) var size = 0

  /// - Parameters:
  ///   - url: The place of the newest file, in an existing folder.
  ///   - keptFiles: The number of files, the newest included.
  /// - Throws: A `CocoaError`, if something else than a file stands there.
  init(at url: URL, keeping keptFiles: Int) throws {
    // The folder may be reached through a link; the file itself must not be one.
    self.url = url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent)
    self.keptFiles = max(1, keptFiles)
    try PrivateFile.refuseOther(at: self.url)
  }

  /// Begins a file with its first line, and renames the older ones.
  func begin(with header: [UInt8]) throws {
    try PrivateFile.refuseOther(at: url)
    let temporary = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).new").path
    // Left by a process that was killed.
    unsafe unlink(temporary)
    let file = try PrivateFile(creating: temporary, for: url)
    do {
      try file.write(header)
      // Up to the first name that is free, whatever the number to keep.
      var last = 1
      while last < keptFiles, unsafe access(Self.place(last, beside: url).path, F_OK) == 0 {
        last += 1
      }
      for number in stride(from: min(last, keptFiles - 1), to: 0, by: -1) {
        let newer = number == 1 ? url : Self.place(number - 1, beside: url)
        if unsafe rename(newer.path, Self.place(number, beside: url).path) != 0, errno != ENOENT {
          throw PrivateFile.error(errno, at: newer)
        }
      }
      try file.rename(to: url.path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    self.file = consume file
    size = header.count
  }

  /// Appends whole lines.
  func append(_ lines: [UInt8]) throws {
    try file?.write(lines)
    size += lines.count
  }

  /// Returns when everything is on disk, and closes the file.
  func close() throws {
    try file?.synchronize()
    file = nil
  }

  /// The place of an older file: `session.2.jsonl` beside `session.jsonl`.
  static func place(_ number: Int, beside url: URL) -> URL {
    let name = url.deletingPathExtension().lastPathComponent
    let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    return url.deletingLastPathComponent().appendingPathComponent("\(name).\(number)\(suffix)")
  }
}
