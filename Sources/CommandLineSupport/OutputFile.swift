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
    url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let type = attributes(of: url)?[.type] as? FileAttributeType
    let place = type == nil ? url.deletingLastPathComponent() : url
    guard type != .typeDirectory, FileManager.default.isWritableFile(atPath: place.path) else {
      throw UsageError("cannot write the file \(path)")
    }
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
