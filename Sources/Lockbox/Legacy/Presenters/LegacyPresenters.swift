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
