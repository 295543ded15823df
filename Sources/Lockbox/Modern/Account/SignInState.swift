import Foundation

/// The account, and the state of syncing.
struct SignInState: Equatable, Sendable {
  var status = AccountStatus.signedOut(after: nil)
  var isSyncing = false
  var lastSync: Date?
}
