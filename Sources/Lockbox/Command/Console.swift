import LockboxModern
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

/// Shows the progress of an operation that takes longer than an interval, on a terminal.
@MainActor final class ProgressReporter {
  private let console: any Console
  private let line: ProgressLine
  private let interval: Duration
  private var next: Duration
  private let elapsed: () -> Duration

  /// Makes a reporter for an operation that begins now.
  ///
  /// - Parameters:
  ///   - console: Where to print.
  ///   - line: The line on the terminal.
  ///   - interval: The time before the first text, and between two texts.
  ///   - elapsed: Returns the time since the operation began.
  init(
    console: any Console, line: ProgressLine, interval: Duration, elapsed: @escaping () -> Duration
  ) {
    self.console = console
    self.line = line
    self.interval = interval
    self.elapsed = elapsed
    next = interval
  }

  func report(_ progress: @autoclosure () -> String) {
    let now = elapsed()
    guard now >= next else { return }
    next = now + interval
    console.writeError(line.text(for: progress()))
  }

  /// Removes the text when the operation ends.
  func finish() {
    if next > interval { console.writeError(line.text(for: nil)) }
  }
}
