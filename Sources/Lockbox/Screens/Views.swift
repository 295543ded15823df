// Each view shows one slice of the state, so that slices can migrate one at a time; a screen that
// shows two slices consists of two views.

@MainActor protocol WindowsView: AnyObject {
  func show(_ windows: [WindowID])
}

/// The root of a window, which is invisible and replaces the screens.
@MainActor protocol RootView: AnyObject {
  func show(_ route: Route)
}

/// A whole window, drawn light or dark.
@MainActor protocol AppearanceView: AnyObject {
  func show(_ appearance: Appearance)
}

@MainActor protocol WelcomeView: AnyObject {
  func show(_ model: WelcomeModel)
}

@MainActor protocol ItemListView: AnyObject {
  func show(_ model: ItemListModel)
}

/// The line over the list that shows the last sync.
@MainActor protocol SyncStatusView: AnyObject {
  func show(_ model: SyncStatusModel)
}

@MainActor protocol ItemDetailView: AnyObject {
  func show(_ model: ItemDetailModel)
}

@MainActor protocol ThemeSettingsView: AnyObject {
  func show(_ model: ThemeSettingsModel)
}

@MainActor protocol AccountSettingsView: AnyObject {
  func show(_ model: AccountSettingsModel)
}

/// The content of one window at one moment, by which two runs are compared.
struct ShownWindow: Equatable, Sendable {
  var window: WindowID
  var appearance: Appearance?
  var screen: ShownScreen
}

/// The content of the screen on top.
enum ShownScreen: Equatable, Sendable {
  case nothing
  case welcome(WelcomeModel)
  case list(ItemListModel, SyncStatusModel?)
  case detail(ItemDetailModel)
  case settings(ThemeSettingsModel, AccountSettingsModel?)
}
