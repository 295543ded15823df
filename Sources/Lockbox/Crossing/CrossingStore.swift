import ReduxBridge

/// The store of the app while it migrates.
///
/// Compared with the legacy store, the superclass differs, and the list of reduce blocks is a list
/// of entries.
final class CrossingStore: MigrationStore<LockboxState, LockboxAction>, @unchecked Sendable {
  let slices: LockboxSlices

  init(slices: LockboxSlices) {
    self.slices = slices
    super.init(state: LockboxState(), entries: slices.entries, parity: Self.parity)
  }

  /// The state of the app as one value, once all slices are migrated.
  func collectModernState() throws(MigrationError) -> ModernState {
    let slices = slices
    return try collect { values in
      ModernState(
        theme: values[slices.theme], account: values[slices.account],
        navigation: values[slices.navigation], vault: values[slices.vault])
    }
  }
}
