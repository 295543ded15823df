public import Foundation

/// A file for a saved state: each write replaces the whole file, and only the owner of the file can read the file.
///
/// ```swift
/// let file = AutosaveFile(at: url)
/// autosave = Autosave(of: store, after: .seconds(1)) { state in
///   try file.write(JSONEncoder().encode(state))
/// }
/// ```
///
/// A write fills a temporary file in the same folder, and then replaces the old file by it. If the process ends during
/// a write, the file at the URL has the old or the new content. Both files have the permissions 0600. If a process is
/// killed during a write, its temporary file remains, with a name such as `.state.json.4711-1.autosave`, in which 4711
/// is the process id. The next `AutosaveFile` created for the URL removes the temporary files of ended processes.
///
/// Systems with separate process ids, such as two containers, must not share the file: each system takes the other's
/// processes for ended ones, and could remove a temporary file in use.
///
/// ## Thread safety
///
/// Safe from any thread, because an `AutosaveFile` is immutable. If two writes overlap, the file keeps the content of
/// the write that ends last.
public struct AutosaveFile: Sendable {
  /// The URL of the file, in which all symbolic links of the folder are resolved.
  package let url: URL

  /// The beginning of the names of temporary files for this URL.
  private let prefix: String

  private static let suffix = ".autosave"
  /// The names of the temporary files that this process is writing, and the number of files that it has begun.
  private static let names = Locked<(used: Set<String>, count: Int)>(([], 0))

  /// Prepares to write the file at `url`, and removes the temporary files that killed processes left.
  ///
  /// To find these files, the initializer reads the names in the folder once; it never fails. If the folder does not
  /// exist or is not writable, ``write(_:)`` throws the error.
  ///
  /// - Parameter url: The URL of the file, in an existing folder.
  public init(at url: URL) {
    // The folder may be reached through a link; the file itself must not be one.
    self.url = url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent)
    // A temporary name must not be too long where that of the file is not.
    prefix = ".\(String(decoding: self.url.lastPathComponent.utf8.prefix(180), as: UTF8.self))."
    removeLeftovers()
  }

  /// Replaces the content of the file, and returns when the new content is on disk.
  ///
  /// - Parameter data: The new content of the file.
  /// - Throws: A `CocoaError` if the file cannot be written, or if its URL is a symbolic link or a folder. The error
  ///   names the file and the cause. After an error, the file has its old content, and the temporary file is deleted.
  /// - Complexity: O(*n*) in the size of `data`.
  public func write(_ data: Data) throws {
    try PrivateFile.refuseOther(at: url)
    let name = takeName()
    defer { Self.names.withLock { _ = $0.used.remove(name) } }
    let temporary = folder.appendingPathComponent(name).path
    let file = try PrivateFile(creating: temporary, for: url)
    do {
      try file.write(data)
      try file.synchronize()
      try file.rename(to: url.path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    synchronizeFolder()
  }

  private var folder: URL { url.deletingLastPathComponent() }

  // MARK: System calls

  /// Puts the new name on the disk; the write succeeds even if the file system cannot do this.
  private func synchronizeFolder() {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    _ = FileCalls.current.synchronize(descriptor)
    close(descriptor)
  }

  // MARK: Temporary files

  private func takeName() -> String {
    Self.names.withLock { names in
      names.count += 1
      let name = "\(prefix)\(getpid())-\(names.count)\(Self.suffix)"
      names.used.insert(name)
      return name
    }
  }

  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where isLeftover(name) {
      unsafe unlink(folder.appendingPathComponent(name).path)
    }
  }

  /// Whether `name` is the name of a temporary file for this URL to which no process writes anymore.
  private func isLeftover(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return false }
    let parts = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process > 0, UInt(parts[1]) != nil else {
      return false
    }
    // An earlier process may have had the id of this one.
    if process == getpid() { return !Self.names.withLock { $0.used.contains(name) } }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
