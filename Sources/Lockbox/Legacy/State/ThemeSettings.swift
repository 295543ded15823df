/// What decides on the appearance, and the appearance that was decided on.
final class ThemeSettings: Codable {
  var usesSystemAppearance = true
  var manual = Appearance.light
  var brightness = BrightnessRule.off(remembered: 0.3)
  var systemAppearance = Appearance.light
  var screenBrightness = 0.8
  /// The result: what every screen is drawn in.
  ///
  /// ``updateCurrent()`` sets it.
  var current = Appearance.light

  /// Decides again.
  ///
  /// To be called after each change of what the decision depends on.
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

  /// Puts the settings back, and leaves alone what the device reported.
  func resetSettings() {
    usesSystemAppearance = true
    manual = .light
    brightness = .off(remembered: 0.3)
    updateCurrent()
  }
}
