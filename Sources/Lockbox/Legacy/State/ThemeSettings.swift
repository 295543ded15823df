/// The inputs to the appearance, and the resulting appearance.
final class ThemeSettings: Codable {
  var usesSystemAppearance = true
  var manual = Appearance.light
  var brightness = BrightnessRule.off(remembered: 0.3)
  var systemAppearance = Appearance.light
  var screenBrightness = 0.8
  /// The appearance of every screen; ``updateCurrent()`` sets it.
  var current = Appearance.light

  /// Derives the appearance from the inputs; to be called after each change of one.
  func updateCurrent() {
    if usesSystemAppearance {
      current = systemAppearance
      return
    }
    switch brightness {
    case .off:
      current = manual
    case .darkBelow(let threshold):
      current = screenBrightness < threshold ? .dark : .light
    }
  }

  /// Resets the settings, but not the values that the device reports.
  func resetSettings() {
    usesSystemAppearance = true
    manual = .light
    brightness = .off(remembered: 0.3)
    updateCurrent()
  }
}
