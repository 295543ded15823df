import CommandLineSupport

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
