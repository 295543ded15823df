import LockboxModern
import Foundation
import ReferenceRedux

/// The outputs of the legacy app's stores: views of one store of classes.
@MainActor struct LegacyStores: LockboxStores {
  let store: LockboxStoring

  var windows: Output<[WindowID]> {
    output { $0.routes.windows.map(\.window) }
  }

  func route(in window: WindowID) -> Output<Route?> {
    output { $0.routes.window(window)?.top }
  }

  var appearance: Output<Appearance> {
    output { $0.theme.current }
  }

  var themeSettings: Output<ThemeSettingsModel> {
    output { state in
      ThemeSettingsModel(
        usesSystemAppearance: state.theme.usesSystemAppearance, manual: state.theme.manual,
        brightness: state.theme.brightness)
    }
  }

  var status: Output<AccountStatus> {
    output { $0.account.status }
  }

  var sync: Output<SyncStatusModel> {
    output { SyncStatusModel(isSyncing: $0.account.isSyncing, lastSync: $0.account.lastSync) }
  }

  var logins: Output<[LoginRecord]> {
    output { $0.library.items.map(\.record) }
  }

  func display(in window: WindowID) -> Output<ListDisplay?> {
    output { state in
      state.list(in: window).map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected?.id, notice: list.notice)
      }
    }
  }

  /// An output that reads the state at once, and after each notification.
  private func output<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (LockboxState) -> Value
  ) -> Output<Value> {
    Output { [store] receive in
      let observer = NotificationObserver(of: .RDXStateDidChange, from: store) {
        receive(store.read(read))
      }
      receive(store.read(read))
      return observer
    }
  }
}

/// Observes a notification that is posted on the main actor, until it is released.
//
// Sendable because
// 1. `token` is set once, in `init`, and read once, in `deinit`, and
// 2. a notification center removes observers from any thread.
final class NotificationObserver: @unchecked Sendable {
  private let token: any NSObjectProtocol

  init(
    of name: Notification.Name, from sender: AnyObject, _ handle: @escaping @MainActor () -> Void
  ) {
    token = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { _ in
      MainActor.assumeIsolated(handle)
    }
  }

  deinit {
    NotificationCenter.default.removeObserver(token)
  }
}
