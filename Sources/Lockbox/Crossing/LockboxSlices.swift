import ReduxBridge

/// The slices of the app: what crosses as a unit, with its old and its new code.
struct LockboxSlices {
  let theme: Slice<LockboxState, LockboxAction, ThemeState>

  /// Describes the slices.
  ///
  /// - Parameters:
  ///   - reducers: The new code.
  ///   - gate: What must be known of a slice before its new code may answer.
  init(reducers: ModernReducers = ModernReducers(), gate: Gate = .open) {
    theme = Slice(
      "theme", projection: .theme, legacy: [LockboxReducers.theme], reducer: reducers.theme
    ).gate(gate)
  }

  /// What stands where the list of reduce blocks stood, in the same order.
  var entries: [MigrationEntry<LockboxState, LockboxAction>] {
    [.blocks(LockboxReducers.allButTheme), .slice(theme)]
  }
}
