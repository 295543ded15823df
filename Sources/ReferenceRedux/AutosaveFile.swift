public import Foundation

/// A file that holds a saved state: replaced as a whole, and readable only for its user.
///
/// ```swift
/// let file = AutosaveFile(at: url)
/// autosave = Autosave(of: store, after: .seconds(1)) { state in
///   try file.write(JSONEncoder().encode(state))
/// }
/// ```
///
/// A write goes to a temporary file in the same folder, which then takes the place of the old one:
/// a process that ends at any moment leaves the old content or the new one. Both files are created
/// with the permissions 0600. A process that is killed during a write leaves its temporary file,
/// which has a name such as `.state.json.4711-1.autosave`; the next `AutosaveFile` at the same place
/// removes it, if process 4711 is gone.
///
/// Processes with separate process ids, such as those of two containers, must not share the file.
///
/// ## Thread safety
///
/// Safe from any thread, because it is immutable. Of two writes at once, the one that ends last counts.
public struct AutosaveFile: Sendable {
  /// The place of the file, in a folder without symbolic links.
  package let url: URL

  /// The beginning of the names of temporary files for this place.
  private let prefix: String

  private static let suffix = ".autosave"
  /// The temporary files that this process is writing, and how many it has begun.
  private static let names = Locked<(used: Set<String>, count: Int)>(([], 0))

  /// Prepares to write the file at `url`, and removes what killed processes left of it.
  ///
  /// It reads the names in the folder once. Nothing fails here: a folder that does not exist or cannot
  /// be written to is an error of ``write(_:)``.
  ///
  /// - Parameter url: The place of the file, in an existing folder.
  public init(at url: URL) {
    // The folder may be reached through a link; the file itself must not be one.
    self.url = url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent)
    // A temporary name must not be too long where that of the file is not.
    prefix = ".\(String(decoding: self.url.lastPathComponent.utf8.prefix(180), as: UTF8.self))."
    removeLeftovers()
  }

  /// Replaces the content of the file, and returns when it is on disk.
  ///
  /// - Parameter data: The new content.
  /// - Throws: A `CocoaError` whose description names the file and the cause, for a symbolic link and
  ///   a folder as well. The old content and its file remain, and no other file.
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

  /// Makes the new name durable; a file system that cannot do that is no error.
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

  /// Whether it is the name of a temporary file for this place that no process writes any more.
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
