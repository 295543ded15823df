import ValueRedux

/// A clock that stands still until the test moves it.
///
/// ```swift
/// let clock = ScriptedClock()
/// try store.send(.typed("a"))           // a middleware sleeps 300 ms on the clock it was handed
/// await clock.waitForSleepers(1)
/// clock.advance(by: .milliseconds(300))
/// try await store.receive(.search("a"))
/// ```
///
/// Nothing here looks at real time. ``waitForSleepers(_:)`` is the signal that work has come to its
/// sleep, and what the work dispatches after it is awaited by ``TestStore``. Work that sleeps again
/// and again is stepped: wait for its sleep, advance, wait for the next.
///
/// ## Thread safety
///
/// Safe from any thread because its state is behind a lock.
public final class ScriptedClock: Clock, Sendable {
  /// A point in the time of a scripted clock.
  ///
  /// ## Thread safety
  ///
  /// Safe from any thread because it is a value.
  public struct Instant: InstantProtocol, Sendable, CustomStringConvertible {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant so much later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time between, negative where the other one is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether the instant on the left is the earlier one.
    ///
    /// - Parameters:
    ///   - lhs: One instant.
    ///   - rhs: Another instant.
    /// - Returns: Whether `lhs` is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }

    /// The time since the clock was made.
    public var description: String { "\(offset)" }
  }

  private struct Sleeper {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var now = Instant()
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let contents = Locked(Contents())

  /// Makes a clock that shows zero.
  public init() {}

  /// The instant that the test has moved the clock to.
  public var now: Instant { contents.withLock { $0.now } }

  /// The smallest step: there is none, the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// How many sleeps wait for the clock to move.
  public var sleeperCount: Int { contents.withLock { $0.sleepers.count } }

  /// Sleeps until the test has moved the clock to an instant.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Ignored: the clock is exact.
  /// - Throws: `CancellationError` when the task is cancelled before that.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = contents.withLock { contents -> [CheckedContinuation<Void, Never>]? in
          if contents.now >= deadline { return nil }
          contents.sleepers.append(
            Sleeper(id: id, deadline: deadline, continuation: continuation))
          let ready = contents.watchers.filter { $0.count <= contents.sleepers.count }
          contents.watchers.removeAll { $0.count <= contents.sleepers.count }
          return ready.map(\.continuation)
        }
        guard let watchers else { return continuation.resume() }
        watchers.forEach { $0.resume() }
        // A cancellation that came before the entry in the list found nobody to wake.
        if Task.isCancelled { cancelSleeper(id) }
      }
    } onCancel: {
      cancelSleeper(id)
    }
  }

  /// Moves the clock forward and wakes whoever's time has come, in the order of their deadlines.
  ///
  /// The call returns at once; what was woken runs after it.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration) {
    let due = contents.withLock { contents in
      contents.now = contents.now.advanced(by: duration)
      let now = contents.now
      let due = contents.sleepers.filter { $0.deadline <= now }
      contents.sleepers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.continuation)
    }
    due.forEach { $0.resume() }
  }

  /// Returns when at least so many sleeps wait for the clock to move.
  ///
  /// It waits for as long as that takes: give the test a time limit where it may take for ever.
  ///
  /// - Parameter count: How many.
  public func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = contents.withLock { contents in
        if contents.sleepers.count >= count { return true }
        contents.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private func cancelSleeper(_ id: UInt64) {
    let continuation = contents.withLock { contents in
      let index = contents.sleepers.firstIndex { $0.id == id }
      return index.map { contents.sleepers.remove(at: $0).continuation }
    }
    continuation?.resume(throwing: CancellationError())
  }
}
