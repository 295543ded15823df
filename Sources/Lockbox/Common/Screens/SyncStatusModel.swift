import Foundation

/// The content of the line over the list: the state of syncing.
struct SyncStatusModel: Equatable, Sendable {
  var isSyncing: Bool
  var lastSync: Date?
}
