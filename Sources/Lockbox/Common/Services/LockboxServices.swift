/// The services outside of the app.
@MainActor struct LockboxServices {
  var clock: any LockboxClock
  var account: any AccountService
  var sync: any SyncService
  var pasteboard: any Pasteboard
}
