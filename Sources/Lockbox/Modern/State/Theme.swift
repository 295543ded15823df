package import ValueRedux

package struct ThemeState: Equatable, Sendable, Codable {
  package var choices = ThemeChoices()
  package var systemAppearance = Appearance.light
  package var screenBrightness = 0.8
  package var current = Appearance.light

  package init() {}

  package var decided: Appearance {
    switch (choices.usesSystemAppearance, choices.brightness) {
    case (true, _): systemAppearance
    case (false, .off): choices.manual
    case (false, .darkBelow(let threshold)): screenBrightness < threshold ? .dark : .light
    }
  }

  /// Applies an action to the inputs, and then derives the appearance.
  package static let reducer = Reducer<ThemeState, LockboxAction> { state, action in
    switch action {
    case .theme(let change):
      state.apply(change)
    case .account(.signedOut):
      state.choices = ThemeChoices()
    case .account, .items, .list, .route, .sync, .window:
      return
    }
    state.current = state.decided
  }

  private mutating func apply(_ change: ThemeAction) {
    switch change {
    case .useSystemAppearance(let isOn):
      choices.usesSystemAppearance = isOn
    case .chooseManually(let appearance):
      choices.manual = appearance
      choices.brightness = .off(remembered: choices.brightness.threshold)
    case .followBrightness(let isOn):
      let threshold = choices.brightness.threshold
      choices.brightness = isOn ? .darkBelow(threshold) : .off(remembered: threshold)
    case .setThreshold(let value):
      choices.brightness = choices.brightness.with(threshold: value.clampedToUnit)
    case .systemAppearanceChanged(let appearance):
      systemAppearance = appearance
    case .screenBrightnessChanged(let value):
      screenBrightness = value.clampedToUnit
    }
  }
}

/// The choices of the user on the screen of the settings.
package struct ThemeChoices: Equatable, Sendable, Codable {
  package var usesSystemAppearance = true
  package var manual = Appearance.light
  package var brightness = BrightnessRule.off(remembered: 0.3)

  package init() {}
}

extension BrightnessRule {
  package func with(threshold: Double) -> BrightnessRule {
    switch self {
    case .off: .off(remembered: threshold)
    case .darkBelow: .darkBelow(threshold)
    }
  }
}

extension Double {
  fileprivate var clampedToUnit: Double { min(max(self, 0), 1) }
}
