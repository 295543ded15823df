import ReferenceRedux

/// What a facade needs of a store of reference state: the old end of the bridge.
///
/// `ReferenceStore` conforms. A store of your own, or a third party's, takes this end by conforming:
/// its presenters and the new screens then run on either.
///
/// ## Thread safety
/// A conforming store is safe from any thread.
public protocol ReferenceStateStore<State, Action>: AnyObject, Sendable {
  /// The root of the class graph.
  associatedtype State: AnyObject
  /// What is dispatched.
  associatedtype Action: Sendable

  /// Asks the store to reduce an action, and returns at once; from any thread.
  func dispatch(_ action: Action)

  /// A deep copy of the state, with all that this caller dispatched before.
  func currentState() throws -> sending State

  /// Lends the state to a closure, with all that this caller dispatched before.
  func read<Result: Sendable>(_ body: @Sendable (State) throws -> Result) throws -> Result

  /// Tells of a value that is read from the state: at once, and after changes, on the main actor.
  ///
  /// Several changes may be told as one; the last is always told.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called where the state is.
  ///   - told: Is handed the value, whether or not it changed.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  func follow<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken
}

/// Keeps a facade's view of a store up to date for as long as it lives.
///
/// ## Thread safety
/// Safe from any thread: it holds nothing but a `@Sendable` closure, which runs once.
public final class FollowToken: Sendable {
  private let end: @Sendable () -> Void

  /// Makes a token.
  ///
  /// - Parameter end: Ends what the token stands for; called once, when the token is released.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Makes a token whose end has to do with the main actor.
  ///
  /// - Parameter end: Called once: in place when the token is released on the main actor, otherwise in a
  ///   turn of it.
  convenience init(onMainActor end: @escaping @MainActor @Sendable () -> Void) {
    self.init {
      if MainQueue.isCurrent {
        MainActor.assumeIsolated(end)
      } else {
        Task { @MainActor in end() }
      }
    }
  }

  deinit { end() }
}
