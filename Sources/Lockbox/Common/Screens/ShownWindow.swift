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
