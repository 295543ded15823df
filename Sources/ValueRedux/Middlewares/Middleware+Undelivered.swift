extension Middleware where Action: AddressedAction {
  /// Reports actions that were addressed to a window or a screen that is not there.
  ///
  /// - Parameters:
  ///   - screens: Reads the screens. A key path literal will do.
  ///   - report: Told of the action and its address, once for each such action.
  /// - Returns: The middleware.
  public static func reportingUndelivered<Screen>(
    in screens: @escaping @MainActor (State) -> ActiveScreens<Screen>,
    _ report: @escaping @MainActor (_ action: Action, _ address: ActionAddress) -> Void
  ) -> Middleware where State: Sendable {
    Middleware { state, action, context in
      guard let undelivered = screens(state).undelivered,
        undelivered.number == context.actionNumber
      else { return }
      report(action, undelivered.event)
    }
  }
}
