import Foundation

/// Who uses the app, and how far the last sync got.
struct SignInState: Equatable, Sendable {
  var status = AccountStatus.signedOut(after: nil)
  var isSyncing = false
  var lastSync: Date?
}
