internal import Dispatch
public import Foundation
internal import ReferenceRedux

/// Values that several threads write down, in the order in which they came.
public final class LegacyRecorder<Value: Sendable>: @unchecked Sendable {
  // `@unchecked Sendable` because `recorded` is private and touched under `lock` alone.
  private let lock = NSLock()
  private var recorded: [Value] = []

  /// Makes an empty record.
  public init() {}

  /// What was written down so far.
  public var values: [Value] { lock.withLock { recorded } }

  /// Writes `value` down.
  public func record(_ value: Value) {
    lock.withLock { recorded.append(value) }
  }
}

/// Holds a thread until another one lets it pass.
public final class LegacyGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let patience: Double

  /// Makes a closed gate.
  ///
  /// - Parameter patience: the seconds after which a wait is given up. A store that keeps the
  ///   contract always opens the gate; without a limit one that does not would hang the run.
  public init(patience: Double) {
    self.patience = patience
  }

  /// Waits for the gate.
  ///
  /// Returns whether it was opened.
  public func wait() -> Bool { semaphore.wait(timeout: .now() + patience) == .success }

  /// Lets one thread pass.
  public func open() { semaphore.signal() }
}

/// Tells the main actor from all other executors.
///
/// Not by `Thread.isMainThread`: on Linux the main actor leaves the main thread.
public enum LegacyMainActor {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on the main actor's queue.
  public static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Lets the main actor do everything that is queued for it now.
  public static func turn() async {
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
  }
}

/// Runs `body` on a thread of its own: it may block, and does not hold a thread that tasks need.
public func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: body)) }.start()
  }
}

/// Counts the notifications of one store, until it goes.
public final class LegacyObserver: @unchecked Sendable {
  // `@unchecked Sendable` because `token` is a constant that is only handed back in `stop()`.
  private let token: any NSObjectProtocol
  private let recorder: LegacyRecorder<Bool>

  /// Observes `store`, or every store if `nil`, and calls `body` for each notification.
  public init(
    of store: (any LegacyStore)?, _ body: @escaping @Sendable (Notification) -> Void = { _ in }
  ) {
    let recorder = LegacyRecorder<Bool>()
    self.recorder = recorder
    token = NotificationCenter.default.addObserver(
      forName: .RDXStateDidChange, object: store, queue: nil
    ) { notification in
      recorder.record(LegacyMainActor.isCurrent)
      body(notification)
    }
  }

  /// For each notification so far, whether it came on the main actor.
  public var onMain: [Bool] { recorder.values }

  /// How many notifications came.
  public var count: Int { onMain.count }

  /// Observes no longer.
  public func stop() { NotificationCenter.default.removeObserver(token) }

  deinit {
    stop()
  }
}
