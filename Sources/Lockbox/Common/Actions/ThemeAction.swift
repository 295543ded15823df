/// Inputs to the appearance: the user's settings, and reports of the device.
enum ThemeAction: Hashable, Sendable {
  case useSystemAppearance(Bool)
  case chooseManually(Appearance)
  case followBrightness(Bool)
  case setThreshold(Double)
  case systemAppearanceChanged(Appearance)
  case screenBrightnessChanged(Double)
}
