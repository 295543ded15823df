import Foundation

/// A clock that stands still until it is told to go on, and tells when somebody sleeps on it.
final class ManualClock: Clock, @unchecked Sendable {
  // `@unchecked Sendable` because the variables are private and touched under `lock` alone.
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [Sleeper] = []
  private var cancelled: Set<Int> = []
  private var lastID = 0
  private var watchers: [CheckedContinuation<Void, Never>] = []

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isOver, told) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
          if cancelled.contains(id) || deadline <= time { return (true, []) }
          sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          defer { watchers = [] }
          return (false, watchers)
        }
        if isOver { continuation.resume() }
        told.forEach { $0.resume() }
      }
    } onCancel: {
      let sleeper = lock.withLock { () -> Sleeper? in
        cancelled.insert(id)
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        return sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Goes on by `duration`, and wakes whoever is due.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.deadline <= time }
      sleepers.removeAll { $0.deadline <= time }
      return due
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Waits until somebody sleeps.
  func isSleptOn() async {
    await withCheckedContinuation { watcher in
      let isSleptOn = lock.withLock {
        if sleepers.isEmpty { watchers.append(watcher) }
        return !sleepers.isEmpty
      }
      if isSleptOn { watcher.resume() }
    }
  }

  /// Whether nobody sleeps.
  var isIdle: Bool { lock.withLock { sleepers.isEmpty } }
}
