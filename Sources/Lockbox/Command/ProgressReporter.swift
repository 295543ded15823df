/// Says on the console how far something got, once it takes longer than a moment.
@MainActor final class ProgressReporter {
  private let console: any Console
  private let interval: Duration
  private var next: Duration
  private let elapsed: () -> Duration

  /// Makes a reporter of something that begins now.
  ///
  /// - Parameters:
  ///   - console: Where to say it.
  ///   - interval: The moment; also the least time between two lines.
  ///   - elapsed: The time since it began.
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
