/// The inputs to the appearance, and the resulting appearance.
struct ThemeState: Equatable, Sendable {
  var usesSystemAppearance = true
  var manual = Appearance.light
  var brightness = BrightnessRule.off(remembered: ThemeState.defaultThreshold)
  var systemAppearance = Appearance.light
  var screenBrightness = 0.8
  /// The appearance of every screen.
  var current = Appearance.light

  /// The threshold until the user sets one.
  static let defaultThreshold = 0.3
}

extension ThemeState {
  /// The appearance that follows from the inputs.
  var decided: Appearance {
    switch (usesSystemAppearance, brightness) {
    case (true, _): systemAppearance
    case (false, .off): manual
    case (false, .darkBelow(let threshold)): screenBrightness < threshold ? .dark : .light
    }
  }
}
