import Foundation
import ReferenceRedux

@MainActor struct LegacyPresenters: PresenterFactory {
  let store: LockboxStoring
  let handlers: ActionHandlers

  func windows() -> any WindowsPresenting {
    WindowsPresenter(store: store)
  }

  func root(in window: WindowID) -> any RootPresenting {
    RootPresenter(store: store, window: window)
  }

  func appearance(in window: WindowID) -> any AppearancePresenting {
    AppearancePresenter(store: store)
  }

  func welcome(in window: WindowID) -> any WelcomePresenting {
    WelcomePresenter(store: store, handlers: handlers)
  }

  func list(in window: WindowID) -> any ItemListPresenting {
    ItemListPresenter(store: store, handlers: handlers, window: window)
  }

  func syncStatus(in window: WindowID) -> any SyncStatusPresenting {
    SyncStatusPresenter(store: store, handlers: handlers)
  }

  func detail(of login: LoginID, in window: WindowID) -> any ItemDetailPresenting {
    ItemDetailPresenter(store: store, handlers: handlers, login: login, window: window)
  }

  func themeSettings(in window: WindowID) -> any ThemeSettingsPresenting {
    ThemeSettingsPresenter(store: store, handlers: handlers)
  }

  func accountSettings(in window: WindowID) -> any AccountSettingsPresenting {
    AccountSettingsPresenter(store: store, handlers: handlers, window: window)
  }
}

/// Shows a model of the store's state, at once and after each notification that changes the model.
///
/// The presenters of the legacy app share it: it observes the notification, borrows the state, makes
/// a model, and passes the model on unless it equals the previous one.
@MainActor final class StoreObservation<Model: Equatable & Sendable> {
  private let store: LockboxStoring
  private let makeModel: @Sendable (LockboxState) -> Model
  private let show: @MainActor (Model) -> Void
  private var shown: Model?
  private var observer: NotificationObserver?

  init(
    of store: LockboxStoring,
    model makeModel: @escaping @Sendable (LockboxState) -> Model,
    show: @escaping @MainActor (Model) -> Void
  ) {
    self.store = store
    self.makeModel = makeModel
    self.show = show
    observer = NotificationObserver(of: .RDXStateDidChange, from: store) { [weak self] in
      self?.update()
    }
    update()
  }

  private func update() {
    let model = store.read(makeModel)
    guard model != shown else { return }
    shown = model
    show(model)
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

final class WindowsPresenter: WindowsPresenting {
  private let store: LockboxStoring
  private weak var view: (any WindowsView)?
  private var observation: StoreObservation<[WindowID]>?

  init(store: LockboxStoring) {
    self.store = store
  }

  func attach(_ view: any WindowsView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      state.routes.windows.map(\.window)
    } show: { [weak self] windows in
      self?.view?.show(windows)
    }
  }
}

/// Observes the routes of its window, and replaces the screens of the root view.
final class RootPresenter: RootPresenting {
  private let store: LockboxStoring
  private let window: WindowID
  private weak var view: (any RootView)?
  private var route: StoreObservation<Route?>?

  init(store: LockboxStoring, window: WindowID) {
    self.store = store
    self.window = window
  }

  func attach(_ view: any RootView) {
    self.view = view
    let window = window
    route = StoreObservation(of: store) { state in
      state.routes.window(window)?.top
    } show: { [weak self] route in
      guard let route else { return }
      self?.view?.show(route)
    }
  }
}
