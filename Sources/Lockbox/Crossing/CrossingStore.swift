import Foundation
import LockboxModern
import ReduxBridge
import ReferenceRedux
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

  /// Compares after each action, and keeps the actions that lead to the first mismatch.
  static let parity = ParityOptions<LockboxAction>(
    redactor: redactor, actionType: { $0.typeName },
    expectedActionTypes: LockboxSlices.actionTypes, tracedActions: 1_000)

  /// Shows windows and logins as the app's code names them, and when a password changed; every redactor
  /// masks passwords.
  static let redactor = Redactor { path, value in
    switch value {
    case let window as WindowUUID: path == "windows" ? window.name : ".\(window.name)"
    case let login as LoginID: "LoginID(\(login.guid.debugDescription))"
    case let date as Date: "Date(timeIntervalSince1970: \(date.timeIntervalSince1970))"
    default: nil
    }
  }
}

/// The outputs of a store that migrates.
///
/// Each slice is shown at any stage, so that the presenters above stay as they are. The store
/// checks that every change of a slice is delivered.
struct CrossingStores: LockboxStores {
  private let facade: ValueFacade<Migration<LockboxState, LockboxAction>, ModernState>
  private let state: FluxStore<ValueFacade<Migration<LockboxState, LockboxAction>, ModernState>>
  private let listening: [Any]

  init(_ store: CrossingStore, dispatcher: Dispatcher) {
    let slices = store.slices
    let facade = store.facade(combining: slices.modernState)
    self.facade = facade
    state = FluxStore(facade, registeredWith: dispatcher)
    func listener<Value: Equatable & Sendable>(
      _ slice: StateSlice<LockboxState, LockboxAction, Value>,
      _ select: @escaping @MainActor (ModernState) -> Value
    ) -> Any {
      let probe = store.addListener("presenters", on: .value, of: slice, selecting: \.self)
      var isFirst = true
      let token = facade.subscribe(select) { _ in
        // The present value, which is no change.
        if !isFirst { probe.didReceive() }
        isFirst = false
      }
      return [token, probe] as [Any]
    }
    listening = [
      listener(slices.theme, \.theme), listener(slices.account, \.account),
      listener(slices.routes, \.navigation), listener(slices.library, \.library),
      listener(slices.lists, \.lists),
    ]
  }

  func observe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (any ShownState) -> Value,
    _ show: @escaping @MainActor (Value) -> Void
  ) -> Any {
    facade.subscribe({ select($0) }, show)
  }

  func drive(_ root: RootPresenter) -> Any {
    let window = root.window
    return RouteDriver(facade, routes: { $0.navigation[window] }, router: root)
  }
}
