/// Prints the progress of an operation that takes longer than an interval.
@MainActor final class ProgressReporter {
  private let console: any Console
  private let interval: Duration
  private var next: Duration
  private let elapsed: () -> Duration

  /// Makes a reporter for an operation that begins now.
  ///
  /// - Parameters:
  ///   - console: Where to print.
  ///   - interval: The time before the first line, and between two lines.
  ///   - elapsed: Returns the time since the operation began.
  init(console: any Console, interval: Duration, elapsed: @escaping () -> Duration) {
    self.console = console
    self.interval = interval
    self.elapsed = elapsed
    next = interval
  }

  func report(_ progress: @autoclosure () -> String) {
    let now = elapsed()
    guard now >= next else { return }
    next = now + interval
    console.error(progress())
  }
}
