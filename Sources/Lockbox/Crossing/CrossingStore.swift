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

  /// Shows windows by their names; every redactor masks passwords.
  static let redactor = Redactor { _, value in (value as? WindowUUID)?.name }
}

extension CrossingStore {
  /// A slice as the source of new presenters.
  @MainActor func source<Value>(
    of slice: StateSlice<LockboxState, LockboxAction, Value>
  ) -> Source<Value> {
    Source { receive in
      let facade = self.facade(of: slice)
      let token = facade.subscribe({ $0 }, receive)
      return Following(facade: facade, token: token)
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
    let copying = CopyActionHandler(dispatcher: dispatcher, services: services, store: nil)
    let handlers = ActionHandlers(dispatcher: dispatcher, services: services, copying: copying)
    let slices = store.slices
    let modern = ModernPresenters(
      theme: store.source(of: slices.theme), account: store.source(of: slices.account),
      navigation: store.source(of: slices.navigation), vault: store.source(of: slices.vault),
      commands: handlers)
    let factory = CrossingPresenters(
      legacy: LegacyPresenters(store: store, handlers: handlers), modern: modern, store: store)
    self.init(store: store, dispatcher: dispatcher, handlers: handlers, factory: factory)
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
