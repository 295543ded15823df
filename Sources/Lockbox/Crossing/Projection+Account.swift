import ReduxBridge

extension Projection<LockboxState, SignInState> {
  static let account = Projection(
    read: { state in
      let account = state.account
      return SignInState(
        status: account.status, isSyncing: account.isSyncing, lastSync: account.lastSync)
    },
    write: { state, value in
      state.account.status = value.status
      state.account.isSyncing = value.isSyncing
      state.account.lastSync = value.lastSync
    },
    clear: { $0.account = AccountState() })
}
