/// The content of the theme's settings.
struct ThemeSettingsModel: Equatable, Sendable {
  var usesSystemAppearance: Bool
  var manual: Appearance
  var brightness: BrightnessRule
}

/// The content of the account's settings.
struct AccountSettingsModel: Equatable, Sendable {
  /// The name of the account, or the text for none.
  var account: String
}
