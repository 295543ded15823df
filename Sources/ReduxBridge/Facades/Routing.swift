/// Drives a router from a route slice: the state says where the user is, the router goes there.
///
/// ```swift
/// let driver = RouteDriver(settings, routes: { $0.stack }, router: coordinator)
/// ```
///
/// The store may be a `ValueStore`, or a ``ValueFacade`` of a class store, so that navigation is
/// written once and stays as it is while the route slice crosses. Of two successive stacks the driver
/// keeps what they share at the bottom, has the rest taken off, and the new screens put on: at most one
/// `pop` and one `push` for each change, and none where the stack is the same.
///
/// What the user does to the screens directly, a swipe back for example, is dispatched as an action. The
/// router has gone there already, so it is told with ``routerDidGo(to:)`` before, and nothing happens twice.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class RouteDriver<Destination: Router> {
  /// The stack that the router shows, the lowest screen first.
  public private(set) var shown: [Destination.Route] = []

  private let store: AnyObject
  private weak var router: Destination?
  private var following: FollowToken?

  /// Starts to drive a router; it goes at once to where the state says that the user is.
  ///
  /// - Parameters:
  ///   - store: The store that holds the routes; kept alive.
  ///   - routes: Reads the stack of routes, the lowest screen first.
  ///   - router: The router; held weakly.
  public init<Store: ValueStateStore>(
    _ store: Store,
    routes: @escaping @MainActor (Store.State) -> [Destination.Route],
    router: Destination
  ) {
    self.store = store
    self.router = router
    following = store.follow { [weak self] state in self?.go(to: routes(state)) }
  }

  /// Notes that the router went somewhere by itself.
  ///
  /// - Parameter routes: The stack that it shows now.
  public func routerDidGo(to routes: [Destination.Route]) {
    shown = routes
  }

  private func go(to routes: [Destination.Route]) {
    guard routes != shown, let router else { return }
    let former = shown
    shown = routes
    let shared = zip(former, routes).prefix { $0 == $1 }.count
    if shared < former.count { router.pop(to: shared) }
    if shared < routes.count { router.push(Array(routes[shared...])) }
  }
}

/// What changes the screens of an app: a navigation controller, a coordinator, a terminal.
///
/// A router is told what to do, and knows nothing of stores; the state knows routes, and nothing of
/// screens. ``RouteDriver`` stands between them.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public protocol Router<Route>: AnyObject {
  /// What names a screen in the state.
  associatedtype Route: Equatable & Sendable

  /// Takes screens off the top until so many are left, from the bottom.
  ///
  /// - Parameter depth: How many screens remain; less than there are.
  func pop(to depth: Int)

  /// Puts screens on top, the first one lowest.
  ///
  /// - Parameter routes: What to show; never empty.
  func push(_ routes: [Route])
}
