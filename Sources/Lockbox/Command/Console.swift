import CommandLineSupport

/// The streams of the program.
@MainActor protocol Console: AnyObject {
  /// Writes a text to standard output as it is.
  func write(_ text: String)
  /// Writes a text to standard error as it is.
  func writeError(_ text: String)
  /// Why a text did not reach standard output.
  var failure: OutputError? { get }
}

extension Console {
  /// Prints a line, with its control characters escaped.
  func out(_ line: String) {
    write(line.escapedForTerminal + "\n")
  }

  /// Prints a message, with its control characters escaped.
  func error(_ line: String) {
    writeError(line.escapedForTerminal + "\n")
  }
}

/// Standard output and standard error.
final class StandardConsole: Console {
  private(set) var failure: OutputError?

  func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try StandardStreams.write(text)
    } catch {
      failure = error as? OutputError ?? OutputError("\(error)")
    }
  }

  func writeError(_ text: String) {
    StandardStreams.writeError(text)
  }
}
