internal import Dispatch
package import Foundation
internal import ReferenceRedux

/// Records values from several threads, in order.
package final class LegacyRecorder<Value: Sendable>: @unchecked Sendable {
  // `@unchecked Sendable` because `recorded` is private and touched under `lock` alone.
  private let lock = NSLock()
  private var recorded: [Value] = []

  package init() {}

  package var values: [Value] { lock.withLock { recorded } }

  package func record(_ value: Value) {
    lock.withLock { recorded.append(value) }
  }
}

/// Blocks a thread until another one opens the gate.
package final class LegacyGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let patience: Double

  /// Makes a closed gate.
  ///
  /// - Parameter patience: The seconds after which a wait fails. A store that keeps the contract
  ///   always opens the gate; without a limit, one that does not would block the run.
  package init(patience: Double = 300) {
    self.patience = patience
  }

  /// Waits, and returns whether the gate was opened.
  package func wait() -> Bool { semaphore.wait(timeout: .now() + patience) == .success }

  /// Opens the gate for one thread.
  package func open() { semaphore.signal() }
}

/// Distinguishes the main actor from all other executors.
///
/// `Thread.isMainThread` cannot: on Linux the main actor leaves the main thread.
package enum LegacyMainActor {
  /// Whether the caller runs on the main actor's queue.
  package static var isCurrent: Bool { isOnMainQueue }

  /// Waits until the main actor has run everything that is queued for it now.
  package static func turn() async {
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
  }
}

/// Runs `body` on a thread of its own, so that it may block without blocking other tasks.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: body)) }.start()
  }
}

/// Runs `body` on several such threads at once, with their numbers.
package func onThreads(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<count { group.addTask { try await onThread { try body(number) } } }
    try await group.waitForAll()
  }
}

/// Counts the notifications of one store, until it is released.
package final class LegacyObserver: @unchecked Sendable {
  // `@unchecked Sendable` because `token` is a constant that only `stop()` uses.
  private let token: any NSObjectProtocol
  private let recorder: LegacyRecorder<Bool>

  /// Observes `store`, or every store if it is `nil`.
  package init(
    of store: AnyObject?, named name: Notification.Name = .RDXStateDidChange,
    _ body: @escaping @Sendable (Notification) -> Void = { _ in }
  ) {
    let recorder = LegacyRecorder<Bool>()
    self.recorder = recorder
    token = NotificationCenter.default.addObserver(
      forName: name, object: store, queue: nil
    ) { notification in
      recorder.record(LegacyMainActor.isCurrent)
      body(notification)
    }
  }

  /// For each notification so far, whether it was posted on the main actor.
  package var onMain: [Bool] { recorder.values }

  package var count: Int { onMain.count }

  package func stop() { NotificationCenter.default.removeObserver(token) }

  deinit {
    stop()
  }
}
