import Foundation

/// Who uses the app, and how far the last sync got.
final class AccountState: Codable {
  var status = AccountStatus.signedOut(after: nil)
  var isSyncing = false
  var lastSync: Date?
}
