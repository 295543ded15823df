extension Middleware {
  /// Scopes this middleware to a part of a larger state, for the same actions.
  ///
  /// ```swift
  /// let store = ValueStore(
  ///   initialState: AppState(), reducer: app,
  ///   middlewares: [.logins(service: service).scoped(to: \.logins)])
  /// ```
  ///
  /// - Parameter select: A closure or a key path literal that reads this middleware's state from the larger state. The
  ///   middleware does not run for an action after which `select` returns nil.
  /// - Returns: A middleware of the larger state.
  public func scoped<Root: Sendable>(
    to select: @escaping @MainActor (Root) -> State?
  ) -> Middleware<Root, Action> {
    scoped(to: select, action: { $0 }, embed: { $0 })
  }

  /// Scopes this middleware to a part of a larger state and to a case of an enum of actions.
  ///
  /// ```swift
  /// Middleware.logins(service: service).scoped(to: \.logins, action: AppAction.loginsCase)
  /// ```
  ///
  /// - Parameters:
  ///   - select: A closure or a key path literal that reads this middleware's state, as for ``scoped(to:)``.
  ///   - action: The case of the enum `RootAction` whose payload is an action of this middleware. The middleware runs
  ///     only for this case. If the middleware or its work dispatches an action, the action is embedded in this case.
  ///     Each scoped middleware has its own ids of work: if you scope a middleware once for each of two windows, the
  ///     scoped middleware of a window cancels only its own work.
  /// - Returns: A middleware of the larger state, for actions of type `RootAction`.
  public func scoped<Root: Sendable, RootAction: Sendable>(
    to select: @escaping @MainActor (Root) -> State?, action: CasePath<RootAction, Action>
  ) -> Middleware<Root, RootAction> {
    scoped(to: select, action: action.extract, embed: action.embed)
  }

  /// Scopes this middleware to a part of a larger state and of a larger family of actions.
  package func scoped<Root: Sendable, RootAction: Sendable>(
    to select: @escaping @MainActor (Root) -> State?,
    action: @escaping @Sendable (RootAction) -> Action?,
    embed: @escaping @Sendable (Action) -> RootAction
  ) -> Middleware<Root, RootAction> {
    Middleware<Root, RootAction>(install: { [install] context in
      let child = install(
        MiddlewareContext<State, Action>(
          work: context.work, send: { [send = context.send] in send(embed($0)) },
          number: context.number))
      func lifted(
        _ step: @escaping InstalledMiddleware<State, Action>.Step
      ) -> InstalledMiddleware<Root, RootAction>.Step {
        { root, rootAction in
          guard let action = action(rootAction), let state = root.read(select) else { return }
          unsafe withUnsafePointer(to: state) { unsafe step(Lent(place: $0), action) }
        }
      }
      return InstalledMiddleware(prepare: child.prepare.map(lifted), run: lifted(child.run))
    })
  }
}
