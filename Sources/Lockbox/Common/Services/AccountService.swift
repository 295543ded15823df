/// Knows the accounts: what a network would be asked for.
@MainActor protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

/// Fetches what other devices changed.
@MainActor protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
}

/// Where copied fields go.
///
/// Safe from any thread: a store may have the copying done where it reduces.
protocol Pasteboard: AnyObject, Sendable {
  func put(_ text: Password)
}
