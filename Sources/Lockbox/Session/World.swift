import LockboxModern
import Foundation

/// The outside of an app during a session: a clock, scripted services, a clipboard.
///
/// Two worlds with the same seed and logins give the same times and the same answers.
@MainActor struct World {
  let services: LockboxServices
  let pasteboard = RecordingPasteboard()
  /// The time that the work of one step may take; long, since a busy machine is no stuck app.
  static let patience = Duration.seconds(300)
  var patience = Self.patience
  private let clock = SessionClock()

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - seed: Selects the answers of the services.
  ///   - logins: The logins that another device knows.
  ///   - account: Answers sign-ins; `nil` for a scripted server.
  init(seed: UInt64, logins: [LoginRecord], account: (any AccountService)? = nil) {
    services = LockboxServices(
      clock: clock, account: account ?? ScriptedAccountService(seed: seed),
      sync: ScriptedSyncService(known: logins, clock: clock, seed: seed), pasteboard: pasteboard)
  }

  /// Performs one step on an app: all gestures at once, then waits until the app is idle.
  ///
  /// - Returns: Whether the app became idle.
  func live(through burst: [Gesture], with app: any LockboxApp) async -> Bool {
    app.perform(burst) { clock.advance(by: 7) }
    return await app.settle(within: patience)
  }

  /// Everything that is visible of an idle app.
  func seen(of app: any LockboxApp) -> Seen {
    Seen(
      windows: app.shown, copies: pasteboard.copied.count, lastCopied: pasteboard.copied.last,
      actions: app.actionsHandled)
  }
}

/// A clipboard that keeps every copied text.
//
// Sendable because
// 1. `texts` is the only mutable state, and
// 2. it is read and written under `lock` alone.
final class RecordingPasteboard: Pasteboard, @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [Password] = []

  var copied: [Password] { lock.withLock { texts } }

  func put(_ text: Password) {
    lock.withLock { texts.append(text) }
  }
}

/// What is visible of an app from the outside: its screens, and what it copied.
struct Seen: Equatable, Sendable {
  var windows: [ShownWindow]
  var copies: Int
  var lastCopied: Password?
  var actions: Int
}
