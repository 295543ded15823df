/// A clock whose sleeps end at once, for tests in which time does not matter.
///
/// ```swift
/// try await TestStore.checking(
///   initialState: Search(), reducer: Search.reducer,
///   middlewares: [.search(clock: ImmediateClock())]
/// ) { store in
///   try store.send(.typed("a"))
///   try await store.receive(.search("a"))
/// }
/// ```
///
/// Each sleep advances the clock to the deadline of the sleep. To test the state before a deadline, use a
/// ``ScriptedClock``. Use it also for an endless loop that sleeps: on an `ImmediateClock`, the loop never pauses.
///
/// ## Thread safety
///
/// Safe from any thread because its state is behind a lock.
public final class ImmediateClock: Clock, Sendable {
  private let time = ScriptedClock()

  /// Creates a clock at time zero.
  public init() {}

  /// The present time of the clock: the latest deadline of all sleeps so far.
  public var now: ScriptedClock.Instant { time.now }

  /// The resolution, which is zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock to an instant, unless the clock is already past this instant, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Ignored, since the clock is exact.
  /// - Throws: `CancellationError` if the task is already canceled when the sleep begins.
  public func sleep(until deadline: ScriptedClock.Instant, tolerance: Duration? = nil) async throws
  {
    try Task.checkCancellation()
    time.advance(to: deadline)
    // A loop that sleeps leaves turns to other tasks.
    await Task.yield()
  }
}
