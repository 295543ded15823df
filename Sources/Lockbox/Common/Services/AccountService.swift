/// Knows the accounts: what a network would be asked for.
@MainActor protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

/// Fetches what other devices changed.
@MainActor protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
}

/// Where copied fields go.
@MainActor protocol Pasteboard: AnyObject {
  func put(_ text: Password)
}
