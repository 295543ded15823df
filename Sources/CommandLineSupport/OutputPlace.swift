package import Foundation

/// A file or folder that a program writes its results to.
///
/// A file is written to a new file next to it, which then takes its place, so that a reader sees the
/// old content or the new one. The initializers try that out, so that a wrong path ends the program
/// before it works for minutes.
package struct OutputPlace: Sendable {
  private enum Target: Sendable, Hashable {
    case file(folder: String, name: String)
    case folder(String)
    case stream(Int32)
    case nothing
  }

  /// The path as the user wrote it.
  private let path: String
  private let target: Target

  /// A file, whose folder has to exist.
  ///
  /// `/dev/stdout`, `/dev/stderr` and `/dev/null` are written to.
  ///
  /// - Throws: `UsageError` for a path that is not writable, or that is anything but a plain file.
  package init(file path: String) throws(UsageError) {
    self.path = path
    switch path {
    case "/dev/stdout": target = .stream(1)
    case "/dev/stderr": target = .stream(2)
    case "/dev/null": target = .nothing
    default:
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      let prefix = String(path.dropLast(name.count))
      guard !name.isEmpty, let folder = Self.resolved(prefix.isEmpty ? "." : prefix) else {
        throw Self.unwritable(path, name.isEmpty ? "it is a folder" : Self.reason())
      }
      do {
        try Self.check(path)
        try Self.tryOut(folder: folder, name: String(name))
      } catch {
        throw Self.unwritable(path, error.description)
      }
      target = .file(folder: folder, name: String(name))
    }
  }

  /// A folder for pictures, which is created unless it exists.
  ///
  /// - Throws: `UsageError` for a path where no folder can be, that is not writable, or that holds
  ///   something with the name of a picture that is not a plain file.
  package init(folder path: String) throws(UsageError) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: nil)
    } catch {
      throw UsageError("cannot create the folder \(path)")
    }
    guard let folder = Self.resolved(path),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { throw UsageError("cannot write into the folder \(path): \(Self.reason())") }
    do {
      for name in names where name.hasSuffix(Self.pictureSuffix) {
        try Self.check(folder + "/" + name)
      }
      try Self.tryOut(folder: folder, name: "")
    } catch {
      throw UsageError("cannot write into the folder \(path): \(error.description)")
    }
    target = .folder(folder)
  }

  /// The end of the names that programs write into folders.
  package static let pictureSuffix = ".svg"

  /// Refuses places that would overwrite each other.
  ///
  /// - Parameter places: The places, each with the option that names it.
  /// - Throws: `UsageError`.
  package static func requireDistinct(
    _ places: [(option: String, place: OutputPlace)]
  ) throws(UsageError) {
    for (index, later) in places.enumerated() {
      for earlier in places[..<index] where earlier.place.overlaps(later.place) {
        throw UsageError(
          "\(earlier.option) and \(later.option) name the same file \(later.place.path)")
      }
    }
  }

  private func overlaps(_ other: OutputPlace) -> Bool {
    switch (target, other.target) {
    case (.file(let folder, let name), .folder(let other)),
      (.folder(let other), .file(let folder, let name)):
      folder == other && name.hasSuffix(Self.pictureSuffix)
    case (.file, .file): target == other.target || isSameFile(as: other)
    case (.stream, .stream): target == other.target
    default: false
    }
  }

  /// Whether both paths lead to one existing file, as hard links do.
  private func isSameFile(as other: OutputPlace) -> Bool {
    var (mine, theirs) = (stat(), stat())
    return unsafe lstat(path, &mine) == 0 && lstat(other.path, &theirs) == 0
      && mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  /// Replaces the file with this name in the folder, or the file itself, in one step.
  ///
  /// An existing file keeps its permissions.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - name: The name of a file in the folder; `nil` if the place is a file.
  /// - Throws: `OutputError`.
  package func write(_ data: Data, named name: String? = nil) throws {
    switch target {
    case .nothing: break
    case .stream(let descriptor):
      try unsafe data.withUnsafeBytes { bytes in
        try unsafe StandardStreams.write(bytes, to: descriptor)
      }
    case .file(let folder, let file): try Self.replace(folder, file, with: data)
    case .folder(let folder): try Self.replace(folder, name ?? "", with: data)
    }
  }

  private static func replace(
    _ folder: String, _ name: String, with data: Data
  ) throws {
    let path = folder + "/" + name
    let existing: stat?
    do {
      existing = try check(path)
    } catch {
      throw OutputError("\(path): \(error.description)")
    }
    let temporary = folder + "/" + temporaryName
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputError(writing: path) }
    do {
      defer { close(descriptor) }
      if let existing {
        // The owner first, since a change of owner clears permissions. Only a privileged user may.
        _ = fchown(descriptor, existing.st_uid, existing.st_gid)
        guard fchmod(descriptor, existing.st_mode & 0o7777) == 0 else {
          throw OutputError(writing: path)
        }
      }
      try unsafe data.withUnsafeBytes { bytes in
        try unsafe StandardStreams.write(bytes, to: descriptor, subject: path)
      }
      guard fsync(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
        throw OutputError(writing: path)
      }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  // MARK: Checks

  private struct Refusal: Error {
    let description: String
  }

  /// Returns the status of an existing plain file, or `nil` if there is none.
  @discardableResult
  private static func check(_ path: String) throws(Refusal) -> stat? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Refusal(description: reason()) }
      return nil
    }
    let kind: String? =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: "a folder"
      case S_IFLNK: "a symbolic link"
      case S_IFIFO: "a named pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let kind { throw Refusal(description: "it is \(kind)") }
    guard unsafe access(path, W_OK) == 0 else { throw Refusal(description: reason()) }
    return status
  }

  /// Creates and removes a file in a folder, and looks up a name there, which may be too long.
  private static func tryOut(folder: String, name: String) throws(Refusal) {
    let temporary = folder + "/" + temporaryName
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal(description: reason()) }
    close(descriptor)
    unsafe unlink(temporary)
  }

  private static var temporaryName: String { ".output-\(UUID().uuidString).tmp" }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }

  private static func unwritable(_ path: String, _ reason: String) -> UsageError {
    UsageError("cannot write the file \(path): \(reason)")
  }
}
