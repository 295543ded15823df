package import ValueRedux

package struct SignInState: Equatable, Sendable {
  package var status = AccountStatus.signedOut(after: nil)
  package var sync = SyncStatus()

  package init() {}

  package static let reducer = Reducer<SignInState, LockboxAction> { state, action in
    switch action {
    case .account(let change):
      state.status = state.status.following(change)
      if change == .signedOut { state.sync.lastSync = nil }
    case .sync(.started):
      state.sync.isSyncing = true
    case .sync(.finished(_, let date)):
      state.sync.isSyncing = false
      state.sync.lastSync = date
    case .items, .list, .route, .theme, .window:
      break
    }
  }
}

extension AccountStatus {
  /// The next status; the same one if the action does not apply.
  fileprivate func following(_ change: AccountAction) -> AccountStatus {
    switch (self, change) {
    case (.signedOut, .signInStarted(let email)): .signingIn(email: email)
    case (.signingIn, .signedIn(let profile, let date)): .signedIn(profile, since: date)
    case (.signingIn, .signInFailed(let failure)): .signedOut(after: failure)
    case (.signedIn(let profile, _), .locked): .locked(profile)
    case (.locked(let profile), .unlocked(let date)): .signedIn(profile, since: date)
    case (_, .signedOut): .signedOut(after: nil)
    default: self
    }
  }
}
