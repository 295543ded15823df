extension Reducer where State: ScreenState, Action: AddressedAction {
  /// Has the reducer of a screen run for each screen that an action addresses, and for no other.
  ///
  /// ```swift
  /// let app = Reducer<AppState, AppAction>.combine(
  ///   Reducer<ActiveScreens<AppScreen>, ScreenAction<AppScreen>>.showingScreens()
  ///     .scoped(to: \.screens, action: \.asScreenAction),
  ///   appScreen.routed(to: \.screens))
  /// ```
  ///
  /// A reducer need not compare windows: what is addressed to another one never reaches it. Where
  /// nobody has the address, nothing is changed but ``ActiveScreens/undelivered``.
  ///
  /// - Parameter path: Leads from the app's state to its screens.
  /// - Returns: A reducer of the app's state.
  /// - Complexity: O(*n*) in the number of screens shown, to find those addressed.
  @inlinable
  public func routed<Root>(
    to path: any WritableKeyPath<Root, ActiveScreens<State>> & Sendable
  ) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      guard let address = action.address else { return }
      root[keyPath: path].deliver(to: address, number: number) { body(&$0, action, number) }
    })
  }
}

extension ActiveScreens {
  /// Changes each screen that is addressed; notes the address where there is none.
  @inlinable
  mutating func deliver(
    to address: ActionAddress, number: ActionNumber, change: (inout Screen) -> Void
  ) {
    var isDelivered = address == .all
    for index in entries.indices where address.includes(entries[index].instance) {
      isDelivered = true
      change(&entries[index].state)
    }
    if !isDelivered { noteUndelivered(address, number: number) }
  }

  @usableFromInline
  mutating func noteUndelivered(_ address: ActionAddress, number: ActionNumber) {
    undelivered = Signal(address, at: number)
  }
}
