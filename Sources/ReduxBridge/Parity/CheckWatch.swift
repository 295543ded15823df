/// Measures what the checking of one action costs, without what the control itself costs.
struct CheckWatch {
  private let clock = ContinuousClock()
  private var running: ContinuousClock.Instant
  private var sum: Duration = .zero

  /// Starts measuring.
  init() {
    running = clock.now
  }

  /// Stops while the control runs.
  mutating func pause() {
    sum += clock.now - running
  }

  /// Goes on after the control has run.
  mutating func resume() {
    running = clock.now
  }

  /// Ends the measurement.
  ///
  /// - Returns: What ran between the start and the end, pauses left out.
  mutating func stop() -> Duration {
    pause()
    return sum
  }
}
