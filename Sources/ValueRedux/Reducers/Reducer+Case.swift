extension Reducer {
  /// Has the reducer of a payload work on an enum state while it is in that case, without a copy.
  ///
  /// - Parameter path: Leads from the enum to the payload.
  /// - Returns: A reducer of the enum, which does nothing in its other cases.
  @inlinable
  public func scoped<Root>(toCase path: CasePath<Root, State>) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      path.modify(&root) { body(&$0, action, number) }
    })
  }

  /// Has the reducer of a payload work on an enum state, for one case of an enum of actions.
  ///
  /// - Parameters:
  ///   - path: Leads from the enum to the payload.
  ///   - action: Leads from the enum of actions to the feature's action.
  /// - Returns: A reducer of the enum, which does nothing in other cases of either.
  @inlinable
  public func scoped<Root, RootAction>(
    toCase path: CasePath<Root, State>, action: CasePath<RootAction, Action>
  ) -> Reducer<Root, RootAction> {
    scoped(toCase: path).scoped(actions: { action.payload(of: $0) })
  }
}
