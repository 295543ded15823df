extension LockboxReducers {
  static let theme: LockboxReduceBlock = { state, action in
    let theme = state.theme
    switch action {
    case .theme(.useSystemAppearance(let isOn)):
      theme.usesSystemAppearance = isOn
      theme.updateCurrent()
    case .theme(.chooseManually(let appearance)):
      theme.manual = appearance
      theme.brightness = .off(remembered: theme.brightness.threshold)
      theme.updateCurrent()
    case .theme(.followBrightness(let isOn)):
      let threshold = theme.brightness.threshold
      theme.brightness = isOn ? .darkBelow(threshold) : .off(remembered: threshold)
      theme.updateCurrent()
    case .theme(.setThreshold(let value)):
      let threshold = min(max(value, 0), 1)
      if case .off = theme.brightness {
        theme.brightness = .off(remembered: threshold)
      } else {
        theme.brightness = .darkBelow(threshold)
      }
      theme.updateCurrent()
    case .theme(.systemAppearanceChanged(let appearance)):
      theme.systemAppearance = appearance
      theme.updateCurrent()
    case .theme(.screenBrightnessChanged(let value)):
      theme.screenBrightness = min(max(value, 0), 1)
      theme.updateCurrent()
    case .account(.signedOut):
      theme.resetSettings()
    case .account, .items, .list, .route, .sync, .window:
      break
    }
  }
}
