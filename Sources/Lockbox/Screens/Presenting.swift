// A view holds its presenter strongly and attaches itself when it is ready; the presenter holds
// the view weakly. A view sees its presenter only through these protocols, so that the same views
// work with presenters on either store.

/// Decides which windows are open.
@MainActor protocol WindowsPresenting: AnyObject {
  func attach(_ view: any WindowsView)
}

/// Decides which screen a window shows.
@MainActor protocol RootPresenting: AnyObject {
  func attach(_ view: any RootView)
}

/// Decides how a window looks.
@MainActor protocol AppearancePresenting: AnyObject {
  func attach(_ view: any AppearanceView)
}

/// The logic behind the welcome screen.
@MainActor protocol WelcomePresenting: AnyObject {
  func attach(_ view: any WelcomeView)
  func signInTapped(email: String)
  func unlockTapped()
}

/// The logic behind the item list.
@MainActor protocol ItemListPresenting: AnyObject {
  func attach(_ view: any ItemListView)
  func filterChanged(_ text: String)
  func sortChosen(_ order: SortOrder)
  func rowTapped(_ id: LoginID)
  func settingsTapped()
  func lockTapped()
}

/// The logic behind the line that shows the last sync.
@MainActor protocol SyncStatusPresenting: AnyObject {
  func attach(_ view: any SyncStatusView)
  func syncTapped()
}

/// The logic behind the screen of one login.
@MainActor protocol ItemDetailPresenting: AnyObject {
  func attach(_ view: any ItemDetailView)
  func copyTapped(_ field: LoginField)
  func edited(_ edit: LoginEdit)
  func deleteTapped()
  func backTapped()
}

/// The logic behind the settings of the theme.
@MainActor protocol ThemeSettingsPresenting: AnyObject {
  func attach(_ view: any ThemeSettingsView)
  func changed(_ change: ThemeAction)
}

/// The logic behind the settings of the account.
@MainActor protocol AccountSettingsPresenting: AnyObject {
  func attach(_ view: any AccountSettingsView)
  func signOutTapped()
  func backTapped()
}

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
