import Foundation

/// The account, and the state of syncing.
final class AccountState: Codable {
  var status = AccountStatus.signedOut(after: nil)
  var isSyncing = false
  var lastSync: Date?
}
