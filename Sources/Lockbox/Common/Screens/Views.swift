// Each of these shows one slice of the state and nothing else, so that slices can move to the new
// store one at a time: a screen that shows two of them is two views.

/// What shows the open windows.
@MainActor protocol WindowsView: AnyObject {
  func show(_ windows: [WindowID])
}

/// The root of a window.
///
/// It is never seen itself: it swaps the screens.
@MainActor protocol RootView: AnyObject {
  func show(_ route: Route)
}

/// What is drawn light or dark: a whole window.
@MainActor protocol AppearanceView: AnyObject {
  func show(_ appearance: Appearance)
}

/// The welcome screen.
@MainActor protocol WelcomeView: AnyObject {
  func show(_ model: WelcomeModel)
}

/// The list of all logins.
@MainActor protocol ItemListView: AnyObject {
  func show(_ model: ItemListModel)
}

/// The line that tells of the last sync, over the list.
@MainActor protocol SyncStatusView: AnyObject {
  func show(_ model: SyncStatusModel)
}

/// The screen of one login.
@MainActor protocol ItemDetailView: AnyObject {
  func show(_ model: ItemDetailModel)
}

/// The settings of the theme.
@MainActor protocol ThemeSettingsView: AnyObject {
  func show(_ model: ThemeSettingsModel)
}

/// The settings of the account.
@MainActor protocol AccountSettingsView: AnyObject {
  func show(_ model: AccountSettingsModel)
}
