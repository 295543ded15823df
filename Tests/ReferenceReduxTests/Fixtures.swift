import Foundation
import ReferenceRedux
import StoreContract

typealias LegacyReferenceStore = ReferenceStore<LegacyState, LegacyAction>

/// Ends an exit test that did not fail as it should.
func exitNormally() -> Never {
  exit(0)
}

/// A store that counts actions in `left` and keeps their names in `log`.
func countingStore(
  _ configuration: StoreConfiguration = StoreConfiguration()
) -> LegacyReferenceStore {
  ReferenceStore(
    state: .graph(),
    reducers: [
      { state, action in
        state.left += 1
        state.log.append(action.name)
        state.right += 1
      }
    ],
    configuration: configuration)
}

/// Whether this run detects races: it is slow, and deliberate races fail it.
let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

/// A clock that a test advances, and that reports when a task sleeps on it.
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
  private var canceled: Set<Int> = []
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
        let (isOver, due) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
          if canceled.contains(id) || deadline <= time { return (true, []) }
          sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          defer { watchers = [] }
          return (false, watchers)
        }
        if isOver { continuation.resume() }
        due.forEach { $0.resume() }
      }
    } onCancel: {
      let sleeper = lock.withLock { () -> Sleeper? in
        canceled.insert(id)
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        return sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances by `duration`, and wakes the sleepers that are due.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.deadline <= time }
      sleepers.removeAll { $0.deadline <= time }
      return due
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Waits until a task sleeps.
  func isSleptOn() async {
    await withCheckedContinuation { watcher in
      let isSleptOn = lock.withLock {
        if sleepers.isEmpty { watchers.append(watcher) }
        return !sleepers.isEmpty
      }
      if isSleptOn { watcher.resume() }
    }
  }

  /// Whether no task sleeps.
  var isIdle: Bool { lock.withLock { sleepers.isEmpty } }
}
