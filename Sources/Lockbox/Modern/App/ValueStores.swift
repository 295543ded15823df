import ValueRedux

/// The outputs of stores of values: of a store that migrates, or of the value store.
@MainActor package struct ValueStores: LockboxStores {
  package let theme: Output<ThemeState>
  package let account: Output<SignInState>
  package let navigation: Output<NavigationState>
  package let vault: Output<VaultState>

  package init(
    theme: Output<ThemeState>, account: Output<SignInState>, navigation: Output<NavigationState>,
    vault: Output<VaultState>
  ) {
    self.theme = theme
    self.account = account
    self.navigation = navigation
    self.vault = vault
  }

  package var windows: Output<[WindowID]> { navigation.map { $0.windows.map(\.window) } }

  package func route(in window: WindowID) -> Output<Route?> { navigation.map { $0[window]?.top } }

  package var appearance: Output<Appearance> { theme.map(\.current) }

  package var themeSettings: Output<ThemeSettingsModel> {
    theme.map { theme in
      ThemeSettingsModel(
        usesSystemAppearance: theme.usesSystemAppearance, manual: theme.manual,
        brightness: theme.brightness)
    }
  }

  package var status: Output<AccountStatus> { account.map(\.status) }

  package var sync: Output<SyncStatusModel> {
    account.map { SyncStatusModel(isSyncing: $0.isSyncing, lastSync: $0.lastSync) }
  }

  package var logins: Output<[LoginRecord]> { vault.map(\.logins) }

  package func display(in window: WindowID) -> Output<ListDisplay?> {
    vault.map { vault in
      vault[window].map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected,
          notice: list.notice?.event)
      }
    }
  }
}
