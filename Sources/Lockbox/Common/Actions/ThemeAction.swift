/// What decides on the appearance: a person's settings, and what the device reports.
enum ThemeAction: Hashable, Sendable {
  case useSystemAppearance(Bool)
  case chooseManually(Appearance)
  case followBrightness(Bool)
  case setThreshold(Double)
  case systemAppearanceChanged(Appearance)
  case screenBrightnessChanged(Double)
}
