import LockboxModern
import ReferenceRedux

/// The outside of an app during a session: a clock, scripted services, a device.
///
/// Two worlds with the same seed and logins give the same times and the same answers.
@MainActor struct World {
  let services: any LockboxServices
  let clipboard = Clipboard()

  /// Makes a world in which another device knows some logins.
  init(seed: UInt64, logins: [LoginRecord]) {
    services = ScriptedServer(seed: seed, known: logins, clipboard: clipboard)
  }

  /// Performs one step on an app: all gestures at once, then waits until the app is idle.
  func live(through burst: [Gesture], with app: any LockboxApp) async {
    app.perform(burst) { services.clock.advance(by: 7) }
    await app.settle()
  }

  func seen(of app: any LockboxApp) -> Seen {
    let copied = clipboard.copied
    return Seen(
      windows: app.shown, copies: copied.count, lastCopied: copied.last,
      actions: app.actionsHandled)
  }
}

/// A clipboard that keeps every copied text; safe from any thread.
final class Clipboard: Sendable {
  private let texts = Locked<[Password]>([])

  var copied: [Password] { texts.withLock { $0 } }

  func copy(_ text: Password) { texts.withLock { $0.append(text) } }
}

/// The outside of an app: its screens, and its copies.
struct Seen: Equatable, Sendable {
  var windows: [ShownWindow]
  var copies: Int
  var lastCopied: Password?
  var actions: Int
}
