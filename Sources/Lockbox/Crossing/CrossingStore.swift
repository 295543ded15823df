import LockboxModern
import ReduxBridge
import ValueRedux

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

extension CrossingStore {
  /// Compares after each action, and keeps the actions that lead to the first mismatch.
  static let parity = ParityOptions<LockboxAction>(
    redactor: redactor, actionType: { $0.typeName },
    expectedActionTypes: LockboxSlices.actionTypes, tracedActions: 1_000)

  /// Shows the windows of a report by their names; every redactor masks passwords.
  static let redactor = Redactor { path, value in
    path == "windows" ? (value as? WindowID)?.name : nil
  }
}

/// The outputs of the store while it migrates: of a slice's objects, until its new answer counts.
@MainActor struct CrossingStores: LockboxStores {
  private let store: CrossingStore
  private let legacy: LegacyStores
  private let values: ValueStores

  init(store: CrossingStore) {
    self.store = store
    legacy = LegacyStores(store: store)
    let slices = store.slices
    values = ValueStores(
      theme: Output(of: slices.theme, in: store), account: Output(of: slices.account, in: store),
      navigation: Output(of: slices.navigation, in: store),
      vault: Output(of: slices.vault, in: store))
  }

  private func stores(_ slice: String) -> any LockboxStores {
    store.stages[slice, default: .legacy] >= .lead ? values : legacy
  }

  var windows: Output<[WindowID]> { stores(LockboxSlices.routes).windows }
  func route(in window: WindowID) -> Output<Route?> {
    stores(LockboxSlices.routes).route(in: window)
  }
  var appearance: Output<Appearance> { stores(LockboxSlices.theme).appearance }
  var themeSettings: Output<ThemeSettingsModel> { stores(LockboxSlices.theme).themeSettings }
  var status: Output<AccountStatus> { stores(LockboxSlices.account).status }
  var sync: Output<SyncStatusModel> { stores(LockboxSlices.account).sync }
  var logins: Output<[LoginRecord]> { stores(LockboxSlices.items).logins }
  func display(in window: WindowID) -> Output<ListDisplay?> {
    stores(LockboxSlices.items).display(in: window)
  }
}

extension Output where Value: Sendable {
  /// The value of a slice, wherever it stands.
  fileprivate init(
    of slice: StateSlice<LockboxState, LockboxAction, Value>, in store: CrossingStore
  ) {
    self.init { receive in
      let facade = store.facade(of: slice)
      return Following(facade: facade, token: facade.subscribe({ $0 }, receive))
    }
  }
}

/// Holds a subscription, and the facade that the subscription needs.
private final class Following {
  private let facade: AnyObject
  private let token: SubscriptionToken

  init(facade: AnyObject, token: SubscriptionToken) {
    self.facade = facade
    self.token = token
  }
}

extension LegacyApp {
  /// Puts the app on the store of its migration.
  ///
  /// The action handlers stay, except for copying, which becomes an effect that the store compares.
  convenience init(crossing store: CrossingStore, services: LockboxServices) {
    let dispatcher = Dispatcher()
    let handlers = LegacyActionHandlers(dispatcher: dispatcher, services: services, store: nil)
    self.init(
      store: store, dispatcher: dispatcher, handlers: handlers, stores: CrossingStores(store: store)
    )
  }
}

extension LockboxAction {
  /// The action type in ledgers: the concern and the case, such as `list.copied`.
  var typeName: String {
    let name =
      switch self {
      case .list(let action, _): "list.\(actionTypeName(of: action))"
      case .route(let action, _): "route.\(actionTypeName(of: action))"
      case .account, .items, .sync, .theme, .window: actionTypeName(of: self)
      }
    return name.split(separator: ".").prefix(2).joined(separator: ".")
  }
}
