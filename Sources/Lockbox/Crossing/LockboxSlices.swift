import LockboxModern
import ReduxBridge
import ValueRedux

/// The slices of the app, each with its old and its new code.
struct LockboxSlices: Sendable {
  /// The names of the slices, in the order in which they migrate.
  static let order = ["theme", "account", "routes", "library", "lists"]

  let theme: StateSlice<LockboxState, LockboxAction, ThemeState>
  let account: StateSlice<LockboxState, LockboxAction, SignInState>
  /// Reads the account: only a user who is signed in leaves the welcome screen.
  let routes: StateSlice<LockboxState, LockboxAction, NavigationState>
  let library: StateSlice<LockboxState, LockboxAction, LibraryState>
  /// Reads the library: a list opens and copies the logins that exist.
  let lists: StateSlice<LockboxState, LockboxAction, ItemListsState>

  /// Makes the slices with some new code, a clipboard for copied fields, and their gate.
  init(
    modern: ModernCode = ModernCode(), copy: @escaping @Sendable (Password) -> Void = { _ in },
    gate: Gate = .open
  ) {
    theme = StateSlice(
      "theme", projection: .theme, legacy: [LockboxReducers.theme], reducer: modern.theme
    ).gate(gate)
    let account = StateSlice(
      "account", projection: .account, legacy: [LockboxReducers.account], reducer: modern.account
    ).gate(gate)
    self.account = account
    routes = StateSlice(
      "routes", reading: account, projection: .navigation, legacy: [LockboxReducers.routes],
      reducer: modern.navigation
    ).windows(
      WindowIsolation(target: \.window) { Dictionary(grouping: $0.windows, by: \.window) }
    ).gate(gate)
    let copies = SliceEffects<LockboxState, LockboxAction, LibraryState>(
      legacy: LockboxReducers.copies, value: modern.copies, perform: copy)
    let library = StateSlice(
      "library", projection: .library, legacy: [LockboxReducers.library], reducer: modern.library
    ).effects(copies).gate(gate)
    self.library = library
    lists = StateSlice(
      "lists", reading: library, projection: .lists, legacy: [LockboxReducers.lists],
      reducer: modern.lists
    ).windows(
      WindowIsolation(target: \.window) {
        Dictionary(grouping: $0.screens.screens, by: \.screen.window)
      }
    ).gate(gate)
  }

  /// The entries that replace the list of reduce blocks, in the same order.
  var entries: [MigrationEntry<LockboxState, LockboxAction>] {
    [.slice(account), .slice(library), .slice(lists), .slice(routes), .slice(theme)]
  }

  /// The state of the app as one value, at whatever stage each slice is.
  @Sendable func modernState(
    of values: SliceValues<LockboxState, LockboxAction>
  ) -> ModernState {
    var state = ModernState()
    state.theme = values[theme]
    state.account = values[account]
    state.navigation = values[routes]
    state.library = values[library]
    state.lists = values[lists]
    return state
  }

  /// The types of action that each slice handles, by its name.
  ///
  /// A ledger lists those that it never compared.
  static let actionTypes: [String: Set<String>] = [
    "theme": [
      "account.signedOut", "theme.chooseManually", "theme.followBrightness",
      "theme.screenBrightnessChanged", "theme.setThreshold", "theme.systemAppearanceChanged",
      "theme.useSystemAppearance",
    ],
    "account": [
      "account.locked", "account.signInFailed", "account.signInStarted", "account.signedIn",
      "account.signedOut", "account.unlocked", "sync.finished", "sync.started",
    ],
    "routes": [
      "account.locked", "account.signedIn", "account.signedOut", "account.unlocked",
      "items.deleted", "list.open", "route.pop", "route.push", "window.close", "window.open",
    ],
    "library": [
      "items.deleted", "items.edited", "items.imported", "list.copied", "sync.finished",
    ],
    "lists": [
      "account.locked", "account.signedOut", "items.deleted", "items.imported", "list.copied",
      "list.filter", "list.open", "list.sort", "route.pop", "sync.finished", "window.close",
      "window.open",
    ],
  ]
}

/// Reports of mismatches mask every password.
extension Password: Redactable {}

extension LockboxAction {
  /// The action type in ledgers: the concern and the case, such as `list.copied`.
  var typeName: String {
    let name =
      switch self {
      case .list(let action, _): "list.\(actionTypeName(of: action))"
      case .route(let action, _): "route.\(actionTypeName(of: action))"
      default: actionTypeName(of: self)
      }
    return name.split(separator: ".").prefix(2).joined(separator: ".")
  }
}
