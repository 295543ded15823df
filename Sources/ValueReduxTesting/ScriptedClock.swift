internal import ValueRedux

/// A clock that advances only when the test advances it.
///
/// ```swift
/// let clock = ScriptedClock()
/// try store.send(.typed("a"))           // a middleware sleeps 300 ms on this clock
/// await clock.waitForSleepers(1)
/// clock.advance(by: .milliseconds(300))
/// try await store.receive(.search("a"))
/// ```
///
/// A test first awaits ``waitForSleepers(_:)``, which returns when work of a middleware sleeps on the clock. The test
/// then advances the clock, and `receive` of the ``TestStore`` waits for the action of the work. If the work sleeps
/// again, wait for this sleep before you advance the clock again.
///
/// ## Thread safety
///
/// Safe from any thread because its state is behind a lock.
public final class ScriptedClock: Clock, Sendable {
  /// A point in the time of a scripted clock.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock's creation.
    var offset = Duration.zero

    /// Returns the instant that is later than this instant by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this instant to another; the time is negative if the other instant is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether the instant on the left is earlier than the instant on the right.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private struct Contents {
    var now = Instant()
    var lastID: UInt64 = 0
    var sleepers:
      [(id: UInt64, deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = []
    var watchers: [(id: UInt64, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let contents = LockedValue(Contents())

  /// Creates a clock at time zero.
  public init() {}

  /// The present time of the clock: the sum of all advances.
  public var now: Instant { contents.withLock { $0.now } }

  /// The resolution, which is zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of sleeps that wait for the clock to advance.
  package var sleeperCount: Int { contents.withLock { $0.sleepers.count } }

  /// Sleeps until the test has advanced the clock to an instant.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Ignored, since the clock is exact.
  /// - Throws: `CancellationError` if the task is canceled during the sleep, or was canceled before the call.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = nextID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = contents.withLock { contents -> [CheckedContinuation<Void, Never>]? in
          if contents.now >= deadline { return nil }
          contents.sleepers.append((id, deadline, continuation))
          let ready = contents.watchers.filter { $0.count <= contents.sleepers.count }
          contents.watchers.removeAll { $0.count <= contents.sleepers.count }
          return ready.map(\.continuation)
        }
        guard let watchers else { return continuation.resume() }
        watchers.forEach { $0.resume() }
        // A cancellation before this point found no sleeper to wake.
        if Task.isCancelled { cancelSleeper(id) }
      }
    } onCancel: {
      cancelSleeper(id)
    }
  }

  /// Advances the clock, and ends all sleeps whose deadlines have passed, in the order of the deadlines.
  ///
  /// The call does not wait for the tasks of these sleeps to continue.
  ///
  /// - Parameter duration: The time to advance.
  /// - Precondition: The duration is not negative; otherwise the process ends with a fatal error.
  /// - Complexity: O(*n* log *n*) in the number of sleeps that wait for the clock to advance.
  public func advance(by duration: Duration) {
    guard duration >= .zero else {
      fatalError("ScriptedClock.advance(by:) takes no negative duration, and \(duration) is one.")
    }
    let due = contents.withLock { contents in
      contents.now = contents.now.advanced(by: duration)
      let now = contents.now
      let due = contents.sleepers.filter { $0.deadline <= now }
      contents.sleepers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.continuation)
    }
    due.forEach { $0.resume() }
  }

  /// Advances the clock to an instant, unless it is past that.
  func advance(to instant: Instant) {
    contents.withLock { $0.now = max($0.now, instant) }
  }

  /// Returns when at least `count` sleeps wait for the clock to advance.
  ///
  /// The call has no time limit of its own, so give the test a time limit. The call returns early if the task is
  /// canceled, for example because the time limit of the test is over.
  ///
  /// - Parameter count: The number of sleeps to wait for.
  public func waitForSleepers(_ count: Int) async {
    let id = nextID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReached = contents.withLock { contents in
          if contents.sleepers.count >= count { return true }
          contents.watchers.append((id, count, continuation))
          return false
        }
        if isReached { continuation.resume() }
        // A cancellation before this point found no watcher to resume.
        if Task.isCancelled { cancelWatcher(id) }
      }
    } onCancel: {
      cancelWatcher(id)
    }
  }

  private func nextID() -> UInt64 {
    contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
  }

  private func cancelWatcher(_ id: UInt64) {
    let continuation = contents.withLock { contents in
      let index = contents.watchers.firstIndex { $0.id == id }
      return index.map { contents.watchers.remove(at: $0).continuation }
    }
    continuation?.resume()
  }

  private func cancelSleeper(_ id: UInt64) {
    let continuation = contents.withLock { contents in
      let index = contents.sleepers.firstIndex { $0.id == id }
      return index.map { contents.sleepers.remove(at: $0).continuation }
    }
    continuation?.resume(throwing: CancellationError())
  }
}
