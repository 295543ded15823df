import Foundation

/// The start and the end of a sync.
enum SyncAction: Hashable, Sendable {
  case started
  case finished(SyncChanges, at: Date)
}

/// The changes of other devices since the last sync.
struct SyncChanges: Hashable, Sendable {
  /// New logins, and new versions of known ones.
  var updated: [LoginRecord] = []
  var deleted: [LoginID] = []
}
