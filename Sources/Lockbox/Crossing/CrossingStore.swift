import ReduxBridge

/// The store of the app while it crosses: only the superclass is another one, and the list of
/// reduce blocks has become a list of entries.
final class CrossingStore: MigrationStore<LockboxState, LockboxAction>, @unchecked Sendable {
  init(slices: LockboxSlices) {
    super.init(state: LockboxState(), entries: slices.entries)
  }
}
