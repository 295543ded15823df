package import Foundation

/// A file that a program writes its results to.
///
/// The initializer finds out whether that is possible, so that a wrong path ends the program before it
/// works for minutes.
package struct OutputFile: Sendable {
  /// The path as the user wrote it.
  private let path: String
  /// The file that the path leads to, through links.
  private let url: URL
  /// Whether it is a plain file, or none yet, in contrast to a device or a pipe.
  private let isPlain: Bool

  /// Names a file, whose folder has to exist.
  ///
  /// - Throws: `UsageError` for a path that is not writable, or that leads to a folder.
  package init(_ path: String) throws(UsageError) {
    let (url, files) = (Self.resolved(path), FileManager.default)
    let type = (try? files.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
    let place = type == nil ? url.deletingLastPathComponent() : url
    guard type != .typeDirectory, files.isWritableFile(atPath: place.path) else {
      throw UsageError("cannot write the file \(path)")
    }
    (self.path, self.url, isPlain) = (path, url, type == nil || type == .typeRegular)
  }

  /// Throws if two of the files that options name are one by their paths, through links.
  package static func refuseSame(_ files: KeyValuePairs<String, String?>) throws(UsageError) {
    var names: [URL: String] = [:]
    for (name, path) in files {
      guard let path, let other = names.updateValue(name, forKey: resolved(path)) else { continue }
      throw UsageError("\(other) and \(name) name the same file \(path)")
    }
  }

  private static func resolved(_ path: String) -> URL {
    let url = URL(fileURLWithPath: path)
    // Foundation follows no link in the path of a file that does not exist.
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    return folder.appendingPathComponent(url.lastPathComponent).resolvingSymlinksInPath()
  }

  /// Replaces the content of the file: a reader sees the old content or the new one.
  ///
  /// A device or a pipe, such as `/dev/stdout`, is written to.
  ///
  /// - Throws: `OutputError`.
  package func write(_ data: Data) throws(OutputError) {
    do {
      if path == "/dev/stdout" {
        try FileHandle.standardOutput.write(contentsOf: data)
      } else {
        try data.write(to: url, options: isPlain ? .atomic : [])
      }
    } catch {
      throw OutputError(writing: path, error)
    }
  }
}

/// A result that could not be written: to a file, or to standard output.
package struct OutputError: Error, CustomStringConvertible {
  package let description: String

  /// The exit status of a program whose output is not complete.
  package static let status: Int32 = 3

  /// An error with the reason that the system gives.
  package init(writing subject: String, _ error: any Error) {
    let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    description = "\(subject): \(reason.localizedDescription)"
  }
}
