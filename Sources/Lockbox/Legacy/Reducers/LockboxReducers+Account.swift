extension LockboxReducers {
  static let account: LockboxReduceBlock = { state, action in
    let account = state.account
    switch action {
    case .account(.signInStarted(let email)):
      guard case .signedOut = account.status else { return }
      account.status = .signingIn(email: email)
    case .account(.signedIn(let profile, let date)):
      guard case .signingIn = account.status else { return }
      account.status = .signedIn(profile, since: date)
    case .account(.signInFailed(let failure)):
      guard case .signingIn = account.status else { return }
      account.status = .signedOut(after: failure)
    case .account(.locked):
      guard case .signedIn(let profile, _) = account.status else { return }
      account.status = .locked(profile)
    case .account(.unlocked(let date)):
      guard case .locked(let profile) = account.status else { return }
      account.status = .signedIn(profile, since: date)
    case .account(.signedOut):
      account.status = .signedOut(after: nil)
      account.lastSync = nil
    case .sync(.started):
      account.isSyncing = true
    case .sync(.finished(_, let date)):
      account.isSyncing = false
      account.lastSync = date
    case .items, .list, .route, .theme, .window:
      break
    }
  }
}
