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

  /// The state of the app as one value, once all slices are migrated.
  func collectModernState() throws(MigrationError) -> ModernState {
    let slices = slices
    return try collect { values in
      var state = ModernState()
      state.theme = values[slices.theme]
      state.account = values[slices.account]
      state.navigation = values[slices.routes]
      state.library = values[slices.library]
      state.lists = values[slices.lists]
      return state
    }
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

/// Makes the outputs of a store that migrates.
///
/// Each slice is shown wherever it stands, so that the presenters above stay as they are. The store
/// checks that each output delivers every change.
@MainActor struct CrossingOutputs {
  let store: CrossingStore
  let dispatcher: Dispatcher

  var stores: ValueStores {
    let (slices, routes) = (store.slices, store.facade(of: store.slices.routes))
    return ValueStores(
      theme: output(of: slices.theme), account: output(of: slices.account),
      navigation: output(of: slices.routes), library: output(of: slices.library),
      lists: output(of: slices.lists),
      drive: { root in
        let window = root.window
        return RouteDriver(routes, routes: { $0[window] }, router: root)
      })
  }

  private func output<Value: Equatable & Sendable>(
    of slice: StateSlice<LockboxState, LockboxAction, Value>
  ) -> Output<Value> {
    let output = FluxStore(store.facade(of: slice), registeredWith: dispatcher).latest { $0 }
    let probe = store.addListener("presenters", on: .value, of: slice, selecting: \.self)
    var isFirst = true
    let listening = output.observe { _ in
      // The present value, which is no change.
      if !isFirst { probe.didReceive() }
      isFirst = false
    }
    return Output { receive in Kept([output.observe(receive), listening, probe]) }
  }
}
