/// Measures what the checking of one action costs, without what the control itself costs.
struct CheckWatch {
  private let clock: CheckClock
  private var running: Duration
  private var sum: Duration = .zero

  /// Starts measuring.
  init(_ clock: CheckClock) {
    self.clock = clock
    running = clock.now()
  }

  /// Stops while the control runs.
  mutating func pause() {
    sum += clock.now() - running
  }

  /// Goes on after the control has run.
  mutating func resume() {
    running = clock.now()
  }

  /// Ends the measurement.
  ///
  /// - Returns: What ran between the start and the end, pauses left out.
  mutating func stop() -> Duration {
    pause()
    return sum
  }
}

/// What the checker reads the time from: a test puts its own in place of the system's.
package struct CheckClock: Sendable {
  /// The time since some moment that stays the same.
  package let now: @Sendable () -> Duration

  /// Makes a clock.
  package init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// The time by the system's clock that nobody sets.
  package static let continuous: CheckClock = {
    let start = ContinuousClock.now
    return CheckClock { start.duration(to: .now) }
  }()
}
