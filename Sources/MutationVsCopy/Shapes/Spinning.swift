/// Work of a known length, for reducers that are slow.
enum Spinning {
  /// Keeps this thread busy.
  static func spin(for duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }
}
