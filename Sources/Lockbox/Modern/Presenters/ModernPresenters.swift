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
