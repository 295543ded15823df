/// A place for side effects: told of every action after the reducers, with the state they made.
///
/// ```swift
/// extension Middleware<AppState, AppAction> {
///   static func logins(service: any LoginsService) -> Self {
///     Middleware { state, action, context in
///       guard case .refreshTapped = action else { return }
///       context.run(id: "logins") { send in
///         await send(.loginsLoaded(service.load()))
///       }
///     }
///   }
/// }
/// ```
///
/// What a middleware depends on comes in through the function that makes it, so that a test hands in
/// something else. Work that takes time is started with ``MiddlewareContext/run(id:priority:operation:)``
/// and dispatches its result as an action. That takes the place of thunks: an action stays a plain
/// value that can be logged, compared and replayed, and the work behind it has one home.
///
/// A middleware runs once for each action, however many screens or windows there are.
///
/// ## Thread safety
///
/// A value that may be passed between threads; its closure runs on the main actor only.
public struct Middleware<State, Action>: Sendable {
  /// What a middleware does with an action.
  public typealias Body =
    @MainActor (_ state: State, _ action: Action, _ context: MiddlewareContext<State, Action>) ->
    Void

  @usableFromInline
  let body: Body

  /// Makes a middleware.
  ///
  /// - Parameter body: Called on the main actor after each action, with the state that the action
  ///   led to, the action, and a context to dispatch and to start work with.
  @inlinable
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Makes a middleware that starts no work and dispatches nothing.
  ///
  /// - Parameter body: Called on the main actor after each action with the state that it led to.
  @inlinable
  public init(_ body: @escaping @MainActor (_ state: State, _ action: Action) -> Void) {
    self.body = { state, action, _ in body(state, action) }
  }
}
