import ValueRedux

/// The new code of the app: the pure reducer of each slice, and the effects.
struct ModernCode: Sendable {
  /// Returns the copies that an action causes, given the state after it.
  typealias CopyEffects = @Sendable (VaultState, LockboxAction) -> [CopyEffect]

  var theme = ThemeState.reducer
  var account = SignInState.reducer
  var navigation = NavigationState.reducer
  var vault = VaultState.reducer
  var copyEffects: CopyEffects = { VaultState.effects($0, $1) }
}
