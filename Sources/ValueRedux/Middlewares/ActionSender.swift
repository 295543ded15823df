/// The way back to the store for work that a middleware started.
///
/// It holds neither the store nor the middleware. Once the work is cancelled or the store is gone,
/// sending does nothing.
///
/// ## Thread safety
///
/// A value that may be passed between threads; sending happens on the main actor.
public struct ActionSender<Action: Sendable>: Sendable {
  private let dispatch: @MainActor @Sendable (Action) -> Bool

  init(dispatch: @escaping @MainActor @Sendable (Action) -> Bool) {
    self.dispatch = dispatch
  }

  /// Dispatches an action, unless the work was cancelled or the store is gone.
  ///
  /// - Parameter action: The action. It is handled completely before the call returns, or queued if
  ///   the store is busy, exactly as in ``ValueStore/dispatch(_:)``.
  /// - Returns: Whether the action was dispatched.
  @MainActor @discardableResult
  public func callAsFunction(_ action: Action) -> Bool {
    dispatch(action)
  }
}
