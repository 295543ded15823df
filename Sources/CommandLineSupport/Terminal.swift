internal import Foundation

/// The standard streams of a program, or closures in their place.
@MainActor package struct Terminal {
  /// Writes a text at once, unchanged.
  package let write: @MainActor (String) -> Void
  /// Shows a status text while a program works, in place of the one before; nil when the work is done.
  package let status: @MainActor (String?) -> Void
  private let writeError: @MainActor (String) -> Void

  /// Creates a terminal; by default that of the process.
  ///
  /// When a text cannot be written, that is an error and no later text is; nor does a closed pipe end the
  /// process by a signal. The rest of the program goes on, and ``exitStatus(_:)`` is its status.
  package init(
    write: @escaping @MainActor (String) -> Void = Self.writeOut,
    writeError: @escaping @MainActor (String) -> Void = Self.writeError,
    status: @escaping @MainActor (String?) -> Void = Self.showStatus
  ) {
    self.write = write
    self.status = status
    self.writeError = writeError
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line, as it shows on a terminal.
  package func line(_ line: String) { write(line.escapedForTerminal + "\n") }

  package func error(_ line: String) { writeError(line.escapedForTerminal + "\n") }

  package func print(_ lines: [String]) { lines.forEach(line) }

  /// Shows a status text on a terminal while a program works, in place of the one before; none elsewhere.
  package static func showStatus(_ status: String?) {
    guard isatty(2) != 0 else { return }
    // A terminal removes no more than one line.
    writeError("\r\u{1B}[K\((status ?? "").escapedForTerminal.prefix(79))")
  }

  /// The columns of the terminal, from 40 to 100; 80 where the output is none.
  package nonisolated static let width: Int = {
    var size = winsize()
    let isTerminal = unsafe isatty(1) != 0 && ioctl(1, UInt(TIOCGWINSZ), &size) == 0
    return isTerminal && size.ws_col > 0 ? min(max(Int(size.ws_col), 40), 100) : 80
  }()

  /// Whether a text could not be written to standard output.
  package private(set) static var isOutputLost = false

  package static func writeOut(_ text: String) {
    guard !isOutputLost else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      isOutputLost = true
      writeError("\(OutputError(writing: "standard output", error))\n")
    }
  }

  /// The status of a program, or ``OutputError/status`` if a text could not be written.
  package static func exitStatus(_ status: Int32) -> Int32 {
    isOutputLost ? OutputError.status : status
  }

  package static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
