import ReduxBridge

/// Makes the presenters of an app that crosses: the new ones for each slice whose new side answers.
@MainActor struct CrossingPresenters: PresenterFactory {
  let legacy: LegacyPresenters
  let store: CrossingStore
  let slices: LockboxSlices

  /// The theme, once its new side answers.
  private var theme: Source<ThemeState>? {
    guard store.stages[slices.theme.name, default: .legacy] >= .lead else { return nil }
    return store.source(of: slices.theme)
  }

  func root(in window: WindowID) -> any RootPresenting {
    legacy.root(in: window)
  }

  func appearance(in window: WindowID) -> any AppearancePresenting {
    guard let theme else { return legacy.appearance(in: window) }
    return ModernAppearancePresenter(theme: theme)
  }

  func welcome(in window: WindowID) -> any WelcomePresenting {
    legacy.welcome(in: window)
  }

  func list(in window: WindowID) -> any ItemListPresenting {
    legacy.list(in: window)
  }

  func syncStatus(in window: WindowID) -> any SyncStatusPresenting {
    legacy.syncStatus(in: window)
  }

  func detail(of login: LoginID, in window: WindowID) -> any ItemDetailPresenting {
    legacy.detail(of: login, in: window)
  }

  func themeSettings(in window: WindowID) -> any ThemeSettingsPresenting {
    guard let theme else { return legacy.themeSettings(in: window) }
    return ModernThemeSettingsPresenter(theme: theme, dispatch: legacy.dispatcher.dispatch)
  }

  func accountSettings(in window: WindowID) -> any AccountSettingsPresenting {
    legacy.accountSettings(in: window)
  }
}
