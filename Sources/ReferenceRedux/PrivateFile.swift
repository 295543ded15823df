package import Foundation

/// A new file that only its user can read, open for writing.
///
/// The file has the permissions 0600 from the beginning. The initializer opens neither an existing file nor a symbolic
/// link.
package struct PrivateFile: ~Copyable {
  private let path: String
  /// The URL that the errors name.
  private let place: URL
  private let descriptor: Int32

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: The path of the new file, in an existing folder.
  ///   - place: The URL that the errors name.
  /// - Throws: A `CocoaError` with `place` and the error of the system.
  package init(creating path: String, for place: URL) throws {
    (self.path, self.place) = (path, place)
    descriptor = unsafe open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.error(errno, at: place) }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  package func write(_ bytes: some ContiguousBytes) throws {
    let failure = unsafe bytes.withUnsafeBytes { bytes -> Int32? in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let count = unsafe FileCalls.current.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        unsafe rest = rest.dropFirst(count)
      }
      return nil
    }
    if let failure { throw Self.error(failure, at: place) }
  }

  /// Returns when all written bytes are on the disk.
  package func synchronize() throws {
    #if canImport(Darwin)
      // `fsync` there leaves the data in the memory of the drive. Not run on Linux.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    if FileCalls.current.synchronize(descriptor) != 0 { throw Self.error(errno, at: place) }
  }

  /// Renames the file to `newPath`, and replaces a file that has this name.
  package func rename(to newPath: String) throws {
    if FileCalls.current.rename(path, newPath) != 0 { throw Self.error(errno, at: place) }
  }

  /// Throws an error if a link, a folder or a device is at the URL.
  package static func refuseOther(at place: URL) throws {
    var status = stat()
    guard unsafe lstat(place.path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK: throw error(EINVAL, at: place, "it is a symbolic link")
    case S_IFDIR: throw error(EISDIR, at: place, "it is a folder")
    default: throw error(EINVAL, at: place, "it is no plain file")
    }
  }

  /// The content of a file; an error names the file and the cause.
  package static func content(of place: URL) throws -> Data {
    do { return try Data(contentsOf: place) } catch { throw described(error, at: place) }
  }

  /// Returns a Foundation error with a text that names the file and the cause.
  package static func described(_ error: any Error, at place: URL) -> CocoaError {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    return described(
      cause.localizedDescription, (error as? CocoaError)?.code ?? .fileReadUnknown, cause, place)
  }

  private static func described(
    _ reason: String, _ code: CocoaError.Code, _ cause: any Error, _ place: URL
  ) -> CocoaError {
    CocoaError(
      code,
      userInfo: [
        NSLocalizedDescriptionKey: "\(place.path): \(reason)", NSFilePathErrorKey: place.path,
        NSUnderlyingErrorKey: cause,
      ])
  }

  /// Returns the error of a system call on a file, with a text that names the file and the cause.
  package static func error(
    _ number: Int32, at place: URL, _ reason: String? = nil
  ) -> CocoaError {
    let code: CocoaError.Code =
      switch number {
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      case EACCES, EPERM: .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      case ENOENT: .fileNoSuchFile
      default: .fileWriteUnknown
      }
    let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
    return described(reason ?? cause.localizedDescription, code, cause, place)
  }
}

/// The system calls that put a file on the disk; a test can replace them to let one of them fail.
///
/// `@safe`: the buffer of `write` is valid only during the call.
@safe package struct FileCalls: Sendable {
  @TaskLocal package static var current = FileCalls()

  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = {
    unsafe Foundation.write($0, $1.baseAddress, $1.count)
  }
  package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
  package var rename: @Sendable (String, String) -> Int32 = { unsafe Foundation.rename($0, $1) }

  package init() {}
}
