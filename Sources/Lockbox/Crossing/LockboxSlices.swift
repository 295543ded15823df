import LockboxModern
import ObjectGraph
import ReduxBridge
import ValueRedux

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

extension LockboxSlices {
  /// The types of action that each slice handles, by its name.
  ///
  /// A ledger lists those that it never compared.
  static let actionTypes: [String: Set<String>] = [
    theme: [
      "account.signedOut", "theme.chooseManually", "theme.followBrightness",
      "theme.screenBrightnessChanged", "theme.setThreshold", "theme.systemAppearanceChanged",
      "theme.useSystemAppearance",
    ],
    account: [
      "account.locked", "account.signInFailed", "account.signInStarted", "account.signedIn",
      "account.signedOut", "account.unlocked", "sync.finished", "sync.started",
    ],
    routes: [
      "account.locked", "account.signedIn", "account.signedOut", "account.unlocked",
      "items.deleted", "list.open", "route.pop", "route.push", "window.close", "window.open",
    ],
    items: [
      "account.locked", "account.signedOut", "items.deleted", "items.edited", "items.imported",
      "list.copied", "list.filter", "list.open", "list.sort", "route.pop", "sync.finished",
      "window.close", "window.open",
    ],
  ]
}

/// Reports of mismatches mask every password.
extension Password: Redactable {}

/// A plain copy of a password is a deep one.
extension Password: CopiedByValue {}

extension WindowIsolation<LockboxAction, NavigationState> {
  /// An action for one window does not change the screens of the others.
  static let navigation = WindowIsolation(target: { $0.target }) { state in
    Dictionary(uniqueKeysWithValues: state.windows.map { ($0.window, $0) })
  }
}

extension WindowIsolation<LockboxAction, VaultState> {
  /// An action for one window does not change the lists of the others.
  static let lists = WindowIsolation(target: { $0.target }) { state in
    Dictionary(uniqueKeysWithValues: state.lists.map { ($0.window, $0) })
  }
}

extension LockboxAction {
  /// The window that the action addresses; `nil` if it addresses all.
  var target: WindowID? {
    switch self {
    case .list(_, let window), .route(_, let window): window
    case .account, .items, .sync, .theme, .window: nil
    }
  }
}
