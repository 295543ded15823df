import ReduxBridge

extension Projection<LockboxState, ThemeState> {
  static let theme = Projection(
    read: { state in
      let theme = state.theme
      return ThemeState(
        usesSystemAppearance: theme.usesSystemAppearance, manual: theme.manual,
        brightness: theme.brightness, systemAppearance: theme.systemAppearance,
        screenBrightness: theme.screenBrightness, current: theme.current)
    },
    write: { state, value in
      let theme = state.theme
      theme.usesSystemAppearance = value.usesSystemAppearance
      theme.manual = value.manual
      theme.brightness = value.brightness
      theme.systemAppearance = value.systemAppearance
      theme.screenBrightness = value.screenBrightness
      theme.current = value.current
    },
    clear: { $0.theme = ThemeSettings() })
}
