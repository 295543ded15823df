extension PlantedBug {
  static let routes: [PlantedBug] = [
    PlantedBug(name: "other-window", summary: "going back in one window goes back in all") {
      $0.navigation.wrap { original, state, action in
        guard case .route(.pop, _) = action else { return original(&state, action) }
        for window in state.windows { original(&state, .route(.pop, window.window)) }
      }
    }
  ]
}
