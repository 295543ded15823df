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
