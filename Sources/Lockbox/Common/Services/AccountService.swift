/// Signs in over the network.
@MainActor protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

/// Fetches the changes of other devices.
@MainActor protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
}

/// The clipboard, safe from any thread, since a store may copy on the thread that reduces.
protocol Pasteboard: AnyObject, Sendable {
  func put(_ text: Password)
}
