/// Makes the presenter for each screen that a window shows.
@MainActor protocol PresenterFactory {
  func windows() -> any WindowsPresenting
  func root(in window: WindowID) -> any RootPresenting
  func appearance(in window: WindowID) -> any AppearancePresenting
  func welcome(in window: WindowID) -> any WelcomePresenting
  func list(in window: WindowID) -> any ItemListPresenting
  func syncStatus(in window: WindowID) -> any SyncStatusPresenting
  func detail(of login: LoginID, in window: WindowID) -> any ItemDetailPresenting
  func themeSettings(in window: WindowID) -> any ThemeSettingsPresenting
  func accountSettings(in window: WindowID) -> any AccountSettingsPresenting
}
