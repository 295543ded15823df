/// Makes the new presenters from the source of each slice.
@MainActor struct ModernPresenters: PresenterFactory {
  let theme: Source<ThemeState>
  let account: Source<SignInState>
  let navigation: Source<NavigationState>
  let vault: Source<VaultState>
  let commands: any LockboxCommands

  func windows() -> any WindowsPresenting {
    ModernWindowsPresenter(navigation: navigation)
  }

  func root(in window: WindowID) -> any RootPresenting {
    ModernRootPresenter(navigation: navigation, window: window)
  }

  func appearance(in window: WindowID) -> any AppearancePresenting {
    ModernAppearancePresenter(theme: theme)
  }

  func welcome(in window: WindowID) -> any WelcomePresenting {
    ModernWelcomePresenter(account: account, commands: commands)
  }

  func list(in window: WindowID) -> any ItemListPresenting {
    ModernItemListPresenter(vault: vault, window: window, commands: commands)
  }

  func syncStatus(in window: WindowID) -> any SyncStatusPresenting {
    ModernSyncStatusPresenter(account: account, commands: commands)
  }

  func detail(of login: LoginID, in window: WindowID) -> any ItemDetailPresenting {
    ModernItemDetailPresenter(vault: vault, login: login, window: window, commands: commands)
  }

  func themeSettings(in window: WindowID) -> any ThemeSettingsPresenting {
    ModernThemeSettingsPresenter(theme: theme, commands: commands)
  }

  func accountSettings(in window: WindowID) -> any AccountSettingsPresenting {
    ModernAccountSettingsPresenter(account: account, window: window, commands: commands)
  }
}

/// A part of the state that a new presenter shows.
///
/// A presenter sees its slice only through a source, so the same presenter works on the migration
/// store and on the value store.
@MainActor struct Source<Value: Equatable & Sendable> {
  /// Delivers the value at once and after each change, until the token is released.
  let follow: (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject
}

/// Shows a model of a source's value, at once and after each change of the model.
@MainActor final class SourceObservation {
  private var token: AnyObject?

  init<Value, Model: Equatable>(
    of source: Source<Value>,
    _ makeModel: @escaping @MainActor (Value) -> Model,
    show: @escaping @MainActor (Model) -> Void
  ) {
    var shown: Model?
    token = source.follow { value in
      let model = makeModel(value)
      guard model != shown else { return }
      shown = model
      show(model)
    }
  }
}

final class ModernWindowsPresenter: WindowsPresenting {
  private let navigation: Source<NavigationState>
  private weak var view: (any WindowsView)?
  private var observation: SourceObservation?

  init(navigation: Source<NavigationState>) {
    self.navigation = navigation
  }

  func attach(_ view: any WindowsView) {
    self.view = view
    observation = SourceObservation(of: navigation) {
      $0.windows.map(\.window)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }
}

final class ModernRootPresenter: RootPresenting {
  private let navigation: Source<NavigationState>
  private let window: WindowID
  private weak var view: (any RootView)?
  private var observation: SourceObservation?

  init(navigation: Source<NavigationState>, window: WindowID) {
    self.navigation = navigation
    self.window = window
  }

  func attach(_ view: any RootView) {
    self.view = view
    let window = window
    observation = SourceObservation(of: navigation) {
      $0[window]?.top
    } show: { [weak self] model in
      guard let model else { return }
      self?.view?.show(model)
    }
  }
}
