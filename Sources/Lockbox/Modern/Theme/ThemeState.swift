/// What decides on the appearance, and the appearance that was decided on.
struct ThemeState: Equatable, Sendable {
  var usesSystemAppearance = true
  var manual = Appearance.light
  var brightness = BrightnessRule.off(remembered: ThemeState.defaultThreshold)
  var systemAppearance = Appearance.light
  var screenBrightness = 0.8
  /// The result: what every screen is drawn in.
  var current = Appearance.light

  /// The threshold until a person sets one.
  static let defaultThreshold = 0.3
}

extension ThemeState {
  /// The appearance that follows from everything else.
  var decided: Appearance {
    switch (usesSystemAppearance, brightness) {
    case (true, _): systemAppearance
    case (false, .off): manual
    case (false, .darkBelow(let threshold)): screenBrightness < threshold ? .dark : .light
    }
  }
}
