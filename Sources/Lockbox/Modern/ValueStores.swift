import ValueRedux

/// The outputs of stores of values: of a store that migrates, or of the value store.
@MainActor struct ValueStores: LockboxStores {
  let theme: Output<ThemeState>
  let account: Output<SignInState>
  let navigation: Output<NavigationState>
  let vault: Output<VaultState>

  var windows: Output<[WindowID]> { navigation.map { $0.windows.map(\.window) } }

  func route(in window: WindowID) -> Output<Route?> { navigation.map { $0[window]?.top } }

  var appearance: Output<Appearance> { theme.map(\.current) }

  var themeSettings: Output<ThemeSettingsModel> {
    theme.map { theme in
      ThemeSettingsModel(
        usesSystemAppearance: theme.usesSystemAppearance, manual: theme.manual,
        brightness: theme.brightness)
    }
  }

  var status: Output<AccountStatus> { account.map(\.status) }

  var sync: Output<SyncStatusModel> {
    account.map { SyncStatusModel(isSyncing: $0.isSyncing, lastSync: $0.lastSync) }
  }

  var logins: Output<[LoginRecord]> { vault.map(\.logins) }

  func display(in window: WindowID) -> Output<ListDisplay?> {
    vault.map { vault in
      vault[window].map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected,
          notice: list.notice?.event)
      }
    }
  }
}
