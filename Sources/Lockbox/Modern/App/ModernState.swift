import ValueRedux

/// The state of the app after the migration.
struct ModernState: Equatable, Sendable {
  var theme = ThemeState()
  var account = SignInState()
  var navigation = NavigationState()
  var vault = VaultState()
}

extension ModernCode {
  var reducer: Reducer<ModernState, LockboxAction> {
    .combine(
      account.scoped(to: \.account), vault.scoped(to: \.vault),
      navigation.scoped(to: \.navigation), theme.scoped(to: \.theme))
  }
}
