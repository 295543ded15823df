/// What is outside of an app during a session: a clock, services that follow a script, a clipboard.
///
/// Two worlds of one session are alike: the same times, the same answers.
@MainActor struct World {
  let services: LockboxServices
  let pasteboard = RecordingPasteboard()
  private let clock = SessionClock()

  init(seed: UInt64, logins: [LoginRecord]) {
    services = LockboxServices(
      clock: clock, account: ScriptedAccountService(seed: seed),
      sync: ScriptedSyncService(known: logins, clock: clock, seed: seed), pasteboard: pasteboard)
  }

  /// Has an app live through one step: everything at once, then until the app is idle.
  func live(through burst: [Gesture], with app: any LockboxApp) async {
    app.perform(burst) { clock.advance(by: 7) }
    await app.settle()
  }

  /// Everything that is seen of an app from outside, now that it is idle.
  func seen(of app: any LockboxApp) -> Seen {
    Seen(
      windows: app.shown, copies: pasteboard.copied.count, lastCopied: pasteboard.copied.last,
      actions: app.actionsHandled)
  }
}
