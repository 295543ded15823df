extension PlantedBug {
  static let theme: [PlantedBug] = [
    PlantedBug(name: "threshold", summary: "dark at the threshold too, not only below it") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme = action, !state.usesSystemAppearance,
          case .darkBelow(let threshold) = state.brightness
        else { return }
        state.current = state.screenBrightness <= threshold ? .dark : .light
      }
    },
    PlantedBug(
      name: "stale-appearance", summary: "the system switch does not update the appearance"
    ) {
      $0.theme.wrap { original, state, action in
        let old = state.current
        original(&state, action)
        if case .theme(.useSystemAppearance) = action { state.current = old }
      }
    },
    PlantedBug(name: "unclamped", summary: "a slider value beyond its range is accepted") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme(.setThreshold(let value)) = action else { return }
        state.brightness = state.brightness.with(threshold: value)
        state.current = state.decided
      }
    },
    PlantedBug(name: "sign-out", summary: "signing out keeps the settings of the last user") {
      $0.theme.wrap { original, state, action in
        if action == .account(.signedOut) { return }
        original(&state, action)
      }
    },
  ]
}
