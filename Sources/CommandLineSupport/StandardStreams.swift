internal import Foundation

/// An error in the command line itself, before the program does any work.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A result that could not be written: to a file, or to standard output.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// The exit status of a program whose output is not complete.
  package static let status: Int32 = 3

  package init(_ description: String) {
    self.description = description
  }

  /// An error with the reason that the system gives for the last call.
  init(writing subject: String, code: Int32 = errno) {
    description = unsafe "\(subject): \(String(cString: strerror(code)))"
  }
}

/// Standard output and standard error, which may be full, closed, or a pipe without a reader.
///
/// `FileHandle` ends the process with a trap in these cases.
package enum StandardStreams {
  /// Makes a write to a pipe without a reader an error; by default it ends the process silently.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a text to standard output.
  ///
  /// - Throws: `OutputError`; a part of the text may be written by then.
  package static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in try unsafe write(UnsafeRawBufferPointer(bytes), to: 1) }
  }

  /// Writes a text to standard error, if that is possible.
  package static func writeError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in try? unsafe write(UnsafeRawBufferPointer(bytes), to: 2) }
  }

  /// Writes bytes to standard output (1) or standard error (2).
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws {
    let name = descriptor == 1 ? "standard output" : "standard error"
    guard isOpen(descriptor) else { throw OutputError(writing: name, code: EBADF) }
    try unsafe write(bytes, to: descriptor, subject: name)
  }

  /// Writes all bytes, however many calls that takes.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, subject: String
  ) throws {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      #if canImport(Darwin)
        let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count >= 0 {
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw OutputError(writing: subject)
      }
    }
  }

  /// Whether a stream leads to a file, a terminal, a pipe or a socket.
  ///
  /// If it was closed when the process started, the runtime may have opened an object of its own
  /// under its number, which has none of these types.
  private static func isOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != 0
  }

  /// Whether standard error is a terminal, so that a status text may replace the one before.
  package static var isErrorTerminal: Bool { isatty(2) != 0 }

  /// The columns that a text should fit: `COLUMNS` if it is set, or else those of the terminal;
  /// `nil` if the output goes elsewhere.
  package static var columns: Int? { columns(of: 1) }

  /// The columns of standard output (1) or standard error (2).
  fileprivate static func columns(of descriptor: Int32) -> Int? {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) {
      return max(columns, narrowest)
    }
    var size = winsize()
    guard isatty(descriptor) != 0, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else {
      return nil
    }
    return max(Int(size.ws_col), narrowest)
  }

  private static let narrowest = 20
}

/// One status text on a terminal while a program works; elsewhere there is none.
package struct ProgressLine: Sendable {
  private let isTerminal: Bool
  private let columns: Int?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether standard error is a terminal.
  ///   - columns: The columns of the terminal; `nil` if they are unknown.
  package init(isTerminal: Bool, columns: Int?) {
    self.isTerminal = isTerminal
    self.columns = columns
  }

  /// Creates a line for standard error.
  package init() {
    self.init(isTerminal: StandardStreams.isErrorTerminal, columns: StandardStreams.columns(of: 2))
  }

  /// The characters to write for a status, or to remove the line when the work is done.
  ///
  /// A status that is too long is cut, since a terminal removes no more than one line.
  package func text(for status: String?) -> String {
    guard isTerminal else { return "" }
    let text = status?.escapedForTerminal ?? ""
    return "\r\u{1B}[K" + text.prefix(columns.map { $0 - 1 } ?? text.count)
  }
}
