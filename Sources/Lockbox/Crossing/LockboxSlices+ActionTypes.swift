extension LockboxSlices {
  /// The types of action that each slice handles, by its name.
  ///
  /// A ledger lists those that it never compared.
  static let actionTypes: [String: Set<String>] = [
    theme: [
      "account.signedOut", "theme.chooseManually", "theme.followBrightness",
      "theme.screenBrightnessChanged", "theme.setThreshold", "theme.systemAppearanceChanged",
      "theme.useSystemAppearance",
    ],
    account: [
      "account.locked", "account.signInFailed", "account.signInStarted", "account.signedIn",
      "account.signedOut", "account.unlocked", "sync.finished", "sync.started",
    ],
    routes: [
      "account.locked", "account.signedIn", "account.signedOut", "account.unlocked",
      "items.deleted", "list.open", "route.pop", "route.push", "window.close", "window.open",
    ],
    items: [
      "account.locked", "account.signedOut", "items.deleted", "items.edited", "items.imported",
      "list.copied", "list.filter", "list.open", "list.sort", "route.pop", "sync.finished",
      "window.close", "window.open",
    ],
  ]
}
