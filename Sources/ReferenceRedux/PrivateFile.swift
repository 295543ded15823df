package import Foundation

/// A new file that only its user can read, open for writing.
///
/// The permissions are 0600 from the beginning, and neither an existing file nor a symbolic link is
/// opened in its place.
package struct PrivateFile: ~Copyable {
  private let path: String
  /// The place that errors name.
  private let place: URL
  private let descriptor: Int32

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: The path of the new file, in an existing folder.
  ///   - place: The place that errors name.
  /// - Throws: A `CocoaError` with `place` and the system's error.
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

  /// Returns when what was written is on disk.
  package func synchronize() throws {
    #if canImport(Darwin)
      // `fsync` there leaves the data in the memory of the drive. Not run on Linux.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    if FileCalls.current.synchronize(descriptor) != 0 { throw Self.error(errno, at: place) }
  }

  /// Gives the file another name, in place of the file that has it.
  package func rename(to newPath: String) throws {
    if FileCalls.current.rename(path, newPath) != 0 { throw Self.error(errno, at: place) }
  }

  /// Throws if something else than a file stands at a place: a link, a folder, a device.
  package static func refuseOther(at place: URL) throws {
    var status = stat()
    if unsafe lstat(place.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw error(EINVAL, at: place)
    }
  }

  /// The error of a system call on a file.
  package static func error(_ number: Int32, at place: URL) -> CocoaError {
    let code: CocoaError.Code =
      switch number {
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      case EACCES, EPERM: .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      case ENOENT: .fileNoSuchFile
      default: .fileWriteUnknown
      }
    let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
    return CocoaError(
      code, userInfo: [NSFilePathErrorKey: place.path, NSUnderlyingErrorKey: cause])
  }
}

/// The system calls that put a file on the disk: a test lets one of them fail, or be the last.
///
/// `@safe`: the buffer of `write` is lent for the call alone.
@safe package struct FileCalls: Sendable {
  @TaskLocal package static var current = FileCalls()

  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = {
    unsafe Foundation.write($0, $1.baseAddress, $1.count)
  }
  package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
  package var rename: @Sendable (String, String) -> Int32 = { unsafe Foundation.rename($0, $1) }

  package init() {}
}
