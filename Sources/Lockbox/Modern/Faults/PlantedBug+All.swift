import ValueRedux

extension PlantedBug {
  /// Every bug that can be planted.
  ///
  /// An entry here is all that a new one takes.
  static let all: [PlantedBug] = [
    PlantedBug(name: "threshold", summary: "dark at the threshold too, not only below it") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard !state.usesSystemAppearance, case .darkBelow(let threshold) = state.brightness
        else { return }
        state.current = state.screenBrightness <= threshold ? .dark : .light
      }
    },
    PlantedBug(name: "stale-appearance", summary: "the system switch does not decide anew") {
      $0.theme.wrap { original, state, action in
        let old = state.current
        original(&state, action)
        if case .theme(.useSystemAppearance) = action { state.current = old }
      }
    },
    PlantedBug(name: "unclamped", summary: "a slider pulled beyond its end is believed") {
      $0.theme.wrap { original, state, action in
        original(&state, action)
        guard case .theme(.setThreshold(let value)) = action else { return }
        state.brightness = state.brightness.with(threshold: value)
        state.current = state.decided
      }
    },
    PlantedBug(name: "sign-out", summary: "signing out leaves the settings of the last person") {
      $0.theme.wrap { original, state, action in
        if action == .account(.signedOut) { return }
        original(&state, action)
      }
    },
  ]
}

extension Reducer where State: Sendable, Action: Sendable {
  /// Puts other code around this reducer.
  fileprivate mutating func wrap(
    _ body: @escaping @Sendable (Original, inout State, Action) -> Void
  ) {
    let original = self
    self = Reducer { state, action in
      body({ original.reduce(&$0, $1) }, &state, action)
    }
  }

  fileprivate typealias Original = @Sendable (inout State, Action) -> Void
}
