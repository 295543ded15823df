extension PlantedBug {
  /// Mistakes in the account.
  static let account: [PlantedBug] = [
    PlantedBug(name: "stuck-sign-in", summary: "a refused sign-in stays under way for ever") {
      $0.account.wrap { original, state, action in
        if action == .account(.signInFailed(.refused)) { return }
        original(&state, action)
      }
    }
  ]
}
