/// What the settings of the theme show: its switches.
struct ThemeSettingsModel: Equatable, Sendable {
  var usesSystemAppearance: Bool
  var manual: Appearance
  var brightness: BrightnessRule
}

/// What the settings of the account show.
struct AccountSettingsModel: Equatable, Sendable {
  /// The name of the account, or the word for none.
  var account: String
}
