/// A type that shows and removes the screens of an app, such as a navigation controller or a coordinator.
///
/// A ``RouteDriver`` calls the methods of the router when the routes in the state change. So a router needs no
/// reference to the store, and the state needs no reference to a screen.
@MainActor
public protocol Router<Route>: AnyObject {
  /// The type of a route: the value in the state that describes one screen.
  associatedtype Route: Equatable & Sendable

  /// Removes the topmost screens.
  ///
  /// - Parameter depth: The number of screens that remain, which is less than the number of screens shown.
  func pop(to depth: Int)

  /// Adds screens on top, in the order of the routes, so that the last route is the topmost screen.
  ///
  /// - Parameter routes: The routes of the screens to add; never empty.
  func push(_ routes: [Route])
}

/// A driver that keeps a router in step with the routes in the state.
///
/// ```swift
/// let driver = RouteDriver(store, routes: { $0.stack }, router: coordinator)
/// ```
///
/// When the stack of routes changes, the driver compares the old and the new stack, from the lowest route up. The
/// driver keeps the screens below the first difference, removes all others, and adds the new screens. For each change
/// of the stack, the driver calls `pop` at most once, and `push` at most once.
///
/// If the user changes the screens directly, such as by a swipe back, the router already shows the new stack. After a
/// direct change, the app first calls ``routerDidGo(to:)``, so that the driver does not make the change again. The app
/// then dispatches an action that makes the same change to the routes in the state.
@MainActor
public final class RouteDriver<Destination: Router>: Unreflected {
  /// The stack that the router shows, the lowest screen first.
  package private(set) var shown: [Destination.Route] = []

  private let store: AnyObject
  private weak var router: Destination?
  private var subscription: SubscriptionToken?

  /// Creates a driver, and makes the router show the present routes at once.
  ///
  /// - Parameters:
  ///   - store: The store that holds the routes. The driver keeps the store alive.
  ///   - routes: A closure that returns the stack of routes from the state, the lowest screen first.
  ///   - router: The router. The driver does not keep the router alive.
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

  /// Records that the screens changed without a request of the driver.
  ///
  /// - Parameter routes: The stack of routes that the router shows now, the lowest screen first.
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
