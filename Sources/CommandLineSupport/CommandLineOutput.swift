package import Foundation

/// An error in the command line itself, before the program does any work.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// One status text on the standard error stream while a program works.
package struct ProgressLine: Sendable {
  private let isTerminal: Bool

  /// - Parameter isTerminal: Whether each text replaces the one before.
  package init(isTerminal: Bool) {
    self.isTerminal = isTerminal
  }

  /// The characters to write for a status, or to remove the line when the work is done.
  package func text(for status: String?) -> String {
    guard isTerminal else { return status.map { $0 + "\n" } ?? "" }
    return "\r\u{1B}[K" + (status ?? "")
  }
}

/// A file or folder that a program writes its results to.
///
/// The initializers find out whether the place is writable, so that a wrong path ends the program
/// before it works for minutes.
package struct OutputPlace: Sendable {
  private let url: URL

  /// A file; its folder has to exist.
  ///
  /// - Throws: `UsageError` for a path that is a folder or that is not writable.
  package init(file path: String) throws {
    let files = FileManager.default
    url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
    let place = exists ? path : url.deletingLastPathComponent().path
    guard !isFolder.boolValue, files.isWritableFile(atPath: place) else {
      throw UsageError("cannot write the file \(path)")
    }
  }

  /// A folder, which is created unless it exists.
  ///
  /// - Throws: `UsageError` for a path where no folder can be, or that is not writable.
  package init(folder path: String) throws {
    url = URL(fileURLWithPath: path, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw UsageError("cannot create the folder \(path)")
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw UsageError("cannot write into the folder \(path)")
    }
  }

  /// Replaces the file with this one name in the folder, or the file itself, in one step.
  ///
  /// - Throws: An error of the file system.
  package func write(_ data: Data, named name: String? = nil) throws {
    let target = name.map { url.appendingPathComponent($0) } ?? url
    try data.write(to: target, options: .atomic)
  }
}
