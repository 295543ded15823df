import Foundation

/// What the line over the list tells of syncing.
struct SyncStatusModel: Equatable, Sendable {
  var isSyncing: Bool
  var lastSync: Date?
}
