import ValueRedux

/// The new code of the app, slice by slice: pure reducers, and what they have done outside.
struct ModernCode: Sendable {
  /// What an action asks the clipboard for, in the state after it.
  typealias CopyEffects = @Sendable (VaultState, LockboxAction) -> [CopyEffect]

  var theme = ThemeState.reducer
  var account = SignInState.reducer
  var navigation = NavigationState.reducer
  var vault = VaultState.reducer
  var copyEffects: CopyEffects = { VaultState.effects($0, $1) }
}
