package import Foundation

/// A file that a program writes its results to.
///
/// The initializer finds out whether that is possible, so that a wrong path ends the program before it
/// works for minutes.
package struct OutputFile: Sendable {
  /// The path as the user wrote it.
  package let path: String
  /// The file that the path leads to, through links.
  private let url: URL

  /// Names a file, whose folder has to exist.
  ///
  /// - Throws: `UsageError` for a path that is not writable, or that leads to a folder.
  package init(_ path: String) throws(UsageError) {
    self.path = path
    url = Self.resolved(path)
    let type = attributes(of: url)?[.type] as? FileAttributeType
    let place = type == nil ? url.deletingLastPathComponent() : url
    guard type != .typeDirectory, FileManager.default.isWritableFile(atPath: place.path) else {
      throw UsageError("cannot write the file \(path)")
    }
  }

  /// Whether two paths lead to one file, or will.
  package func isSame(as other: OutputFile) -> Bool {
    Self.identity(of: url) == Self.identity(of: other.url)
  }

  /// Throws if two of the files of a program are one, or will be.
  ///
  /// - Parameter files: The options and the paths that they give, if they do.
  /// - Throws: `UsageError`.
  package static func refuseSame(_ files: KeyValuePairs<String, String?>) throws(UsageError) {
    var names: [String: String] = [:]
    for (name, path) in files {
      guard let path, let other = names.updateValue(name, forKey: identity(of: resolved(path)))
      else { continue }
      throw UsageError("\(other) and \(name) name the same file \(path)")
    }
  }

  /// Throws if the process may open too few files more: Dispatch, which opens some, would end it by a signal.
  package static func requireDescriptors() throws(UsageError) {
    let files = (0..<8).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
    guard files.count == 8 else {
      throw UsageError("too few files may be open at once: raise the limit with ulimit -n")
    }
  }

  /// The file that a path leads to, or will, through links.
  private static func resolved(_ path: String) -> URL {
    var url = URL(fileURLWithPath: path)
    // Foundation follows no link to a file that does not exist; a cycle of links ends, too.
    for _ in 0..<40 {
      let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
      url = folder.appendingPathComponent(url.lastPathComponent)
      let files = FileManager.default
      if files.fileExists(atPath: url.path) { return url.resolvingSymlinksInPath() }
      guard let target = try? files.destinationOfSymbolicLink(atPath: url.path) else { break }
      url =
        URL(fileURLWithPath: target, relativeTo: folder.appendingPathComponent("/"))
        .absoluteURL
    }
    return url
  }

  /// The device and the number of a file; its path, if it does not exist yet.
  private static func identity(of url: URL) -> String {
    guard let found = attributes(of: url), let device = found[.systemNumber],
      let number = found[.systemFileNumber]
    else { return url.path }
    return "\(device) \(number)"
  }

  /// Replaces the content of the file: a reader sees the old content or the new one.
  ///
  /// What is no plain file, such as `/dev/stdout` or a pipe, is written to.
  ///
  /// - Throws: `OutputError`.
  package func write(_ data: Data) throws(OutputError) {
    do {
      let type = attributes(of: url)?[.type] as? FileAttributeType
      if path == "/dev/stdout" {
        try FileHandle.standardOutput.write(contentsOf: data)
      } else {
        try data.write(to: url, options: type == nil || type == .typeRegular ? .atomic : [])
      }
    } catch {
      throw OutputError(writing: path, error)
    }
  }
}

private func attributes(of url: URL) -> [FileAttributeKey: Any]? {
  try? FileManager.default.attributesOfItem(atPath: url.path)
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
