import ReferenceRedux

/// An app with a world of its own around it: a clock, services that follow a script, a clipboard.
///
/// Two rigs of one session live through the same: the same times, the same answers.
@MainActor struct Rig {
  let app: LegacyApp
  let store: LockboxStoring
  private let clock: SessionClock
  private let pasteboard: RecordingPasteboard

  init(seed: UInt64, logins: [LoginRecord], makeApp: (LockboxServices) -> LegacyApp) {
    clock = SessionClock()
    pasteboard = RecordingPasteboard()
    app = makeApp(
      LockboxServices(
        clock: clock, account: ScriptedAccountService(seed: seed),
        sync: ScriptedSyncService(known: logins, clock: clock, seed: seed),
        pasteboard: pasteboard))
    store = app.store
  }

  /// Lives through one step: everything at once, then until the app is idle.
  func live(through burst: [Gesture]) async {
    for gesture in burst {
      clock.advance(by: 7)
      app.perform(gesture)
    }
    await app.settle()
  }

  /// Everything that is seen from outside, now that the app is idle.
  var seen: Seen {
    Seen(
      windows: app.shown, copies: pasteboard.copied.count, lastCopied: pasteboard.copied.last,
      actions: store.statistics.actionsReduced)
  }
}

/// What an app showed and did, as far as anybody outside can tell.
struct Seen: Equatable, Sendable {
  var windows: [ShownWindow]
  var copies: Int
  var lastCopied: Password?
  var actions: Int
}
