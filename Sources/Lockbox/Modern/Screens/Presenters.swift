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

/// Decides which windows are open.
@MainActor package final class WindowsPresenter {
  private let context: PresenterContext
  private weak var view: (any WindowsView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext) {
    self.context = context
  }

  package func attach(_ view: any WindowsView) {
    self.view = view
    observation = context.stores.windows.observe { [weak self] in self?.view?.show($0) }
  }
}

/// Decides which screen a window shows: it observes the routes for a root view that is itself never
/// visible.
@MainActor package final class RootPresenter {
  private let context: PresenterContext
  private let window: WindowID
  private weak var view: (any RootView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext, window: WindowID) {
    self.context = context
    self.window = window
  }

  package func attach(_ view: any RootView) {
    self.view = view
    observation = context.stores.route(in: window).observe { [weak self] route in
      if let route { self?.view?.show(route) }
    }
  }
}

/// Decides how a window looks.
@MainActor package final class AppearancePresenter {
  private let context: PresenterContext
  private weak var view: (any AppearanceView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext) {
    self.context = context
  }

  package func attach(_ view: any AppearanceView) {
    self.view = view
    observation = context.stores.appearance.observe { [weak self] in self?.view?.show($0) }
  }
}

/// The logic behind the welcome screen.
@MainActor package final class WelcomePresenter {
  private let context: PresenterContext
  private weak var view: (any WelcomeView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext) {
    self.context = context
  }

  package func attach(_ view: any WelcomeView) {
    self.view = view
    observation = context.stores.status.map(WelcomeModel.init).observe { [weak self] in
      self?.view?.show($0)
    }
  }

  package func signInTapped(email: String) { context.handlers.signIn(email: email) }
  package func unlockTapped() { context.handlers.unlock() }
}

/// The logic behind the line that shows the last sync.
@MainActor package final class SyncStatusPresenter {
  private let context: PresenterContext
  private weak var view: (any SyncStatusView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext) {
    self.context = context
  }

  package func attach(_ view: any SyncStatusView) {
    self.view = view
    observation = context.stores.sync.observe { [weak self] in self?.view?.show($0) }
  }

  package func syncTapped() { context.handlers.sync() }
}

/// The logic behind the settings of the theme.
@MainActor package final class ThemeSettingsPresenter {
  private let context: PresenterContext
  private weak var view: (any ThemeSettingsView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext) {
    self.context = context
  }

  package func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = context.stores.themeSettings.observe { [weak self] in self?.view?.show($0) }
  }

  package func changed(_ change: ThemeAction) { context.handlers.change(change) }
}

/// The logic behind the settings of the account.
@MainActor package final class AccountSettingsPresenter {
  private let context: PresenterContext
  private let window: WindowID
  private weak var view: (any AccountSettingsView)?
  private var observation: AnyObject?

  package init(_ context: PresenterContext, window: WindowID) {
    self.context = context
    self.window = window
  }

  package func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = context.stores.status.map { AccountSettingsModel(account: $0.accountName) }
      .observe { [weak self] in self?.view?.show($0) }
  }

  package func signOutTapped() { context.handlers.signOut() }
  package func backTapped() { context.handlers.go(.pop, in: window) }
}
