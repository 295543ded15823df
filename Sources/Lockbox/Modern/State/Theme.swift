package import ValueRedux

package struct ThemeState: Equatable, Sendable, Codable {
  package var usesSystemAppearance = true
  package var manual = Appearance.light
  package var brightness = BrightnessRule.off(remembered: ThemeState.defaultThreshold)
  package var systemAppearance = Appearance.light
  package var screenBrightness = 0.8
  package var current = Appearance.light

  package static let defaultThreshold = 0.3

  package init() {}
}

extension ThemeState {
  package var settings: ThemeSettingsModel {
    ThemeSettingsModel(
      usesSystemAppearance: usesSystemAppearance, manual: manual, brightness: brightness)
  }

  package var decided: Appearance {
    switch (usesSystemAppearance, brightness) {
    case (true, _): systemAppearance
    case (false, .off): manual
    case (false, .darkBelow(let threshold)): screenBrightness < threshold ? .dark : .light
    }
  }

  /// Applies an action to the inputs, and then derives the appearance.
  package static let reducer = Reducer<ThemeState, LockboxAction> { state, action in
    switch action {
    case .theme(let change):
      state.apply(change)
    case .account(.signedOut):
      state.usesSystemAppearance = true
      state.manual = .light
      state.brightness = .off(remembered: defaultThreshold)
    case .account, .items, .list, .route, .sync, .window:
      return
    }
    state.current = state.decided
  }

  private mutating func apply(_ change: ThemeAction) {
    switch change {
    case .useSystemAppearance(let isOn):
      usesSystemAppearance = isOn
    case .chooseManually(let appearance):
      manual = appearance
      brightness = .off(remembered: brightness.threshold)
    case .followBrightness(let isOn):
      brightness =
        isOn ? .darkBelow(brightness.threshold) : .off(remembered: brightness.threshold)
    case .setThreshold(let value):
      brightness = brightness.with(threshold: value.clampedToUnit)
    case .systemAppearanceChanged(let appearance):
      systemAppearance = appearance
    case .screenBrightnessChanged(let value):
      screenBrightness = value.clampedToUnit
    }
  }
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
