import Foundation

/// Fetching what other devices changed.
enum SyncAction: Hashable, Sendable {
  case started
  case finished(SyncChanges, at: Date)
}

/// What other devices changed since the last sync.
struct SyncChanges: Hashable, Sendable {
  /// New logins, and new versions of known ones.
  var updated: [LoginRecord] = []
  var deleted: [LoginID] = []
}
