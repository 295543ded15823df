// Each view shows one slice of the state, so that slices can migrate one at a time; a screen that
// shows two slices consists of two views.

@MainActor package protocol WindowsView: AnyObject {
  func show(_ windows: [WindowID])
}

/// The root of a window, which is invisible and replaces the screens.
@MainActor package protocol RootView: AnyObject {
  func show(_ route: Route)
}

/// A whole window, drawn light or dark.
@MainActor package protocol AppearanceView: AnyObject {
  func show(_ appearance: Appearance)
}

@MainActor package protocol WelcomeView: AnyObject {
  func show(_ model: WelcomeModel)
}

@MainActor package protocol ItemListView: AnyObject {
  func show(_ model: ItemListModel)
}

/// The line over the list that shows the last sync.
@MainActor package protocol SyncStatusView: AnyObject {
  func show(_ model: SyncStatusModel)
}

@MainActor package protocol ItemDetailView: AnyObject {
  func show(_ model: ItemDetailModel)
}

@MainActor package protocol ThemeSettingsView: AnyObject {
  func show(_ model: ThemeSettingsModel)
}

@MainActor package protocol AccountSettingsView: AnyObject {
  func show(_ model: AccountSettingsModel)
}

/// The content of one window at one moment, by which two runs are compared.
package struct ShownWindow: Equatable, Sendable {
  package var window: WindowID
  package var appearance: Appearance?
  package var screen: ShownScreen
}

/// The content of the screen on top.
package enum ShownScreen: Equatable, Sendable {
  case nothing
  case welcome(WelcomeModel)
  case list(ItemListModel, SyncStatusModel?)
  case detail(ItemDetailModel)
  case settings(ThemeSettingsModel, AccountSettingsModel?)
}
