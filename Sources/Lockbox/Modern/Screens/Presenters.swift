// A view holds its presenter strongly and attaches itself when it is ready; the presenter holds the
// view weakly, and knows it only through a protocol. There is one set of presenters: they stay as
// they are while the stores below them migrate.

/// What the presenters of an app work with.
@MainActor package struct PresenterContext {
  package let stores: any LockboxStores
  package let handlers: any ActionHandlers

  package init(stores: any LockboxStores, handlers: any ActionHandlers) {
    self.stores = stores
    self.handlers = handlers
  }
}

/// What every presenter has: the stores that it observes, the handlers that it calls, and what it
/// observes at present.
@MainActor package class Presenter {
  let stores: any LockboxStores
  let handlers: any ActionHandlers
  var observation: AnyObject?

  package init(_ context: PresenterContext) {
    stores = context.stores
    handlers = context.handlers
  }
}

/// The presenter of a screen in one window.
@MainActor package class WindowPresenter: Presenter {
  let window: WindowID

  package init(_ context: PresenterContext, window: WindowID) {
    self.window = window
    super.init(context)
  }
}

/// Decides which windows are open.
@MainActor package final class WindowsPresenter: Presenter {
  private weak var view: (any WindowsView)?

  package func attach(_ view: any WindowsView) {
    self.view = view
    observation = stores.windows.observe { [weak self] in self?.view?.show($0) }
  }
}

/// Decides which screen a window shows: it observes the routes for a root view that is itself never
/// visible.
@MainActor package final class RootPresenter: WindowPresenter {
  private weak var view: (any RootView)?

  package func attach(_ view: any RootView) {
    self.view = view
    observation = stores.route(in: window).observe { [weak self] route in
      if let route { self?.view?.show(route) }
    }
  }
}

/// Decides how a window looks.
@MainActor package final class AppearancePresenter: Presenter {
  private weak var view: (any AppearanceView)?

  package func attach(_ view: any AppearanceView) {
    self.view = view
    observation = stores.appearance.observe { [weak self] in self?.view?.show($0) }
  }
}

/// The logic behind the welcome screen.
@MainActor package final class WelcomePresenter: Presenter {
  private weak var view: (any WelcomeView)?

  package func attach(_ view: any WelcomeView) {
    self.view = view
    observation = stores.status.map(WelcomeModel.init).observe { [weak self] in
      self?.view?.show($0)
    }
  }

  package func signInTapped(email: String) { handlers.signIn(email: email) }
  package func unlockTapped() { handlers.unlock() }
}

/// The logic behind the line that shows the last sync.
@MainActor package final class SyncStatusPresenter: Presenter {
  private weak var view: (any SyncStatusView)?

  package func attach(_ view: any SyncStatusView) {
    self.view = view
    observation = stores.sync.observe { [weak self] in self?.view?.show($0) }
  }

  package func syncTapped() { handlers.sync() }
}

/// The logic behind the settings of the theme.
@MainActor package final class ThemeSettingsPresenter: Presenter {
  private weak var view: (any ThemeSettingsView)?

  package func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = stores.themeSettings.observe { [weak self] in self?.view?.show($0) }
  }

  package func changed(_ change: ThemeAction) { handlers.change(change) }
}

/// The logic behind the settings of the account.
@MainActor package final class AccountSettingsPresenter: WindowPresenter {
  private weak var view: (any AccountSettingsView)?

  package func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = stores.status.map { AccountSettingsModel(account: $0.accountName) }
      .observe { [weak self] in self?.view?.show($0) }
  }

  package func signOutTapped() { handlers.signOut() }
  package func backTapped() { handlers.go(.pop, in: window) }
}
