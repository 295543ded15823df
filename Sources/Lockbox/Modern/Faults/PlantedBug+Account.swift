extension PlantedBug {
  static let account: [PlantedBug] = [
    PlantedBug(name: "stuck-sign-in", summary: "a refused sign-in never ends") {
      $0.account.wrap { original, state, action in
        if action == .account(.signInFailed(.refused)) { return }
        original(&state, action)
      }
    }
  ]
}
