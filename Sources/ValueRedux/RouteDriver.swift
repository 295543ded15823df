/// A type that changes the screens of an app: a navigation controller, a coordinator, a terminal.
///
/// A router receives commands and knows nothing of stores; the state holds routes and knows nothing of
/// screens. ``RouteDriver`` connects them.
@MainActor
public protocol Router<Route>: AnyObject {
  /// A screen in the state.
  associatedtype Route: Equatable & Sendable

  /// Removes screens from the top.
  ///
  /// - Parameter depth: The number of screens that remain; less than there are.
  func pop(to depth: Int)

  /// Adds screens on top, the first one lowest.
  ///
  /// - Parameter routes: The screens to show; never empty.
  func push(_ routes: [Route])
}

/// Keeps a router in step with the routes in the state.
///
/// ```swift
/// let driver = RouteDriver(store, routes: { $0.stack }, router: coordinator)
/// ```
///
/// Of two successive stacks, the driver keeps the screens that they share at the bottom, removes the others,
/// and adds the new ones: at most one `pop` and one `push` per change, and none if the stack is the same.
///
/// A change that the user makes directly, such as a swipe back, is dispatched as an action. The
/// router has moved already: the app calls ``routerDidGo(to:)`` before it dispatches, so that the
/// driver does not move it again.
@MainActor
public final class RouteDriver<Destination: Router>: Unreflected {
  /// The stack that the router shows, the lowest screen first.
  package private(set) var shown: [Destination.Route] = []

  private let store: AnyObject
  private weak var router: Destination?
  private var subscription: SubscriptionToken?

  /// Starts to drive a router, which goes to the present routes at once.
  ///
  /// - Parameters:
  ///   - store: The store that holds the routes; kept alive.
  ///   - routes: Reads the stack of routes, the lowest screen first.
  ///   - router: The router; held weakly.
  public convenience init<State, Action>(
    _ store: ValueStore<State, Action>,
    routes: @escaping @MainActor (State) -> [Destination.Route], router: Destination
  ) {
    self.init(router, by: store) { go in store.subscribe { go(routes($0)) } }
  }

  /// Starts to drive a router by the routes that a store delivers, the present ones at once.
  package init(
    _ router: Destination, by store: AnyObject,
    subscribe: (@escaping @MainActor ([Destination.Route]) -> Void) -> SubscriptionToken
  ) {
    (self.store, self.router) = (store, router)
    subscription = subscribe { [weak self] in self?.go(to: $0) }
  }

  /// Takes note of a move that the router made by itself.
  ///
  /// - Parameter routes: The stack that it shows now.
  public func routerDidGo(to routes: [Destination.Route]) {
    shown = routes
  }

  private func go(to routes: [Destination.Route]) {
    guard let router else { return }
    let former = shown
    shown = routes
    let shared = zip(former, routes).prefix { $0 == $1 }.count
    if shared < former.count { router.pop(to: shared) }
    if shared < routes.count { router.push(Array(routes[shared...])) }
  }
}
