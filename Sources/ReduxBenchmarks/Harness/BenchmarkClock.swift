/// The clock that a run is timed with.
///
/// ## Thread safety
/// Confined to the main actor.
package struct BenchmarkClock: Sendable {
  /// The time since some fixed moment.
  package let now: @MainActor () -> Duration

  /// Wraps a clock.
  ///
  /// - Parameter now: the time since some fixed moment, never going back.
  package init(now: @escaping @MainActor () -> Duration) {
    self.now = now
  }

  /// The clock of the machine, which runs on while it sleeps.
  package static var machine: BenchmarkClock {
    let start = ContinuousClock.now
    return BenchmarkClock { start.duration(to: .now) }
  }
}

extension Duration {
  /// The duration in nanoseconds.
  package var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }

  /// The duration in seconds.
  package var seconds: Double { nanoseconds / 1e9 }
}
