import ReduxBridge

/// Makes the presenters of an app that migrates: new ones for each slice whose new answer counts.
@MainActor struct CrossingPresenters: PresenterFactory {
  let legacy: LegacyPresenters
  let modern: ModernPresenters
  let store: CrossingStore

  private func factory(_ slice: String) -> any PresenterFactory {
    store.stages[slice, default: .legacy] >= .lead ? modern : legacy
  }

  func windows() -> any WindowsPresenting {
    factory(LockboxSlices.routes).windows()
  }

  func root(in window: WindowID) -> any RootPresenting {
    factory(LockboxSlices.routes).root(in: window)
  }

  func appearance(in window: WindowID) -> any AppearancePresenting {
    factory(LockboxSlices.theme).appearance(in: window)
  }

  func welcome(in window: WindowID) -> any WelcomePresenting {
    factory(LockboxSlices.account).welcome(in: window)
  }

  func list(in window: WindowID) -> any ItemListPresenting {
    factory(LockboxSlices.items).list(in: window)
  }

  func syncStatus(in window: WindowID) -> any SyncStatusPresenting {
    factory(LockboxSlices.account).syncStatus(in: window)
  }

  func detail(of login: LoginID, in window: WindowID) -> any ItemDetailPresenting {
    factory(LockboxSlices.items).detail(of: login, in: window)
  }

  func themeSettings(in window: WindowID) -> any ThemeSettingsPresenting {
    factory(LockboxSlices.theme).themeSettings(in: window)
  }

  func accountSettings(in window: WindowID) -> any AccountSettingsPresenting {
    factory(LockboxSlices.account).accountSettings(in: window)
  }
}
