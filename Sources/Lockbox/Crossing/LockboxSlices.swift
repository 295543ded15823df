import ReduxBridge

/// The slices of the app, each with its old and its new code.
struct LockboxSlices: Sendable {
  static let theme = "theme"
  static let account = "account"
  static let routes = "routes"
  static let items = "item list"

  /// The names of the slices, in the order in which they migrate.
  static let order = [theme, account, routes, items]

  let theme: StateSlice<LockboxState, LockboxAction, ThemeState>
  let account: StateSlice<LockboxState, LockboxAction, SignInState>
  let navigation: StateSlice<LockboxState, LockboxAction, NavigationState>
  let vault: StateSlice<LockboxState, LockboxAction, VaultState>

  /// Makes the slices.
  ///
  /// - Parameters:
  ///   - modern: The new code.
  ///   - pasteboard: Receives copied fields.
  ///   - gate: The evidence that each slice needs before its new answer counts.
  init(
    modern: ModernCode = ModernCode(), pasteboard: any Pasteboard = RecordingPasteboard(),
    gate: Gate = .open
  ) {
    theme = StateSlice(
      Self.theme, projection: .theme, legacy: [LockboxReducers.theme], reducer: modern.theme
    ).gate(gate)
    account = StateSlice(
      Self.account, projection: .account, legacy: [LockboxReducers.account],
      reducer: modern.account
    ).gate(gate)
    navigation = StateSlice(
      Self.routes, projection: .navigation, legacy: [LockboxReducers.routes],
      reducer: modern.navigation
    ).windows(.navigation).gate(gate)
    vault = StateSlice(
      Self.items, projection: .vault, legacy: [LockboxReducers.library, LockboxReducers.lists],
      reducer: modern.vault
    ).effects(.copying(modern.copyEffects, to: pasteboard)).windows(.lists).gate(gate)
  }

  /// The entries that replace the list of reduce blocks, in the same order.
  var entries: [MigrationEntry<LockboxState, LockboxAction>] {
    [.slice(account), .slice(vault), .slice(navigation), .slice(theme)]
  }
}

extension SliceEffects<LockboxState, LockboxAction, VaultState> {
  /// The copies of both sides, performed on a clipboard.
  fileprivate static func copying(
    _ value: @escaping ModernCode.CopyEffects, to pasteboard: any Pasteboard
  ) -> SliceEffects {
    SliceEffects(
      legacy: { state, action in CopyEffect.effects(of: action, in: state) }, value: value,
      perform: { effect in pasteboard.put(effect.text) })
  }
}
