extension ValueStore {
  /// Hands over an action from any thread, without waiting.
  ///
  /// The actions of one thread are handled in its order; those of several threads interleave. They
  /// are handled in a later turn of the main actor, a burst of them in one turn. An action that was
  /// handed over keeps the store alive until it is handled.
  ///
  /// On the main actor use ``dispatch(_:)``, which overtakes what was handed over here.
  ///
  /// - Parameter action: The action.
  public nonisolated func enqueue(_ action: Action) {
    guard mailbox.put(action) else { return }
    Task { @MainActor in collectMail() }
  }

  private func collectMail() {
    while true {
      let actions = mailbox.take()
      if actions.isEmpty { return }
      for action in actions { dispatch(action) }
    }
  }
}
