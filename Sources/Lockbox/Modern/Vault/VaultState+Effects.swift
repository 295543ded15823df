extension VaultState {
  /// The copies that an action causes, given the state after it.
  static func effects(_ state: VaultState, _ action: LockboxAction) -> [CopyEffect] {
    guard case .list(.copied(let field, let id, _), _) = action, let login = state.login(id)
    else { return [] }
    switch field {
    case .username: return [CopyEffect(text: Password(login.username))]
    case .password: return [CopyEffect(text: login.password)]
    }
  }
}
