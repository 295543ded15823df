import Dispatch
public import ReferenceRedux
public import ValueRedux

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

extension ReferenceStore: ReferenceStateStore {
  /// Tells of a value that is read from the state: at once, and after changes, on the main actor.
  ///
  /// The value is read on the executor, once after each burst of actions, so that the main actor
  /// neither waits for the backlog nor pays for the reading. It is told right before the store's
  /// notification is posted.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor. Its cost is paid once per burst.
  ///   - told: Is handed the value, whether or not it changed.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  public func follow<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken {
    let latest = Locked<Value?>(nil)
    let removeReading = afterBurst { state in
      let value = read(state)
      latest.withLock { $0 = value }
    }
    let removeTelling = beforePost {
      let value = latest.withLock { latest in
        defer { latest = nil }
        return latest
      }
      if let value { told(value) }
    }
    // Read after the hooks are there: what is reduced in between is told twice rather than never.
    told(self.read(read))
    return FollowToken {
      removeReading()
      removeTelling()
    }
  }

  /// Tells of the value that each action led to, one after the other, on the main actor.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor. Its cost is paid once per action.
  ///   - told: Is handed each value, with the action that led to it.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  func followTransitions<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value,
    told: @escaping @MainActor (Value, Action) -> Void
  ) -> FollowToken {
    let transitions = Locked<[(Value, Action)]>([])
    let removeReading = afterEachAction { state, action in
      let value = read(state)
      transitions.withLock { $0.append((value, action)) }
    }
    let removeTelling = beforePost {
      let latest = transitions.withLock { transitions in
        defer { transitions = [] }
        return transitions
      }
      for (value, action) in latest { told(value, action) }
    }
    return FollowToken {
      removeReading()
      removeTelling()
    }
  }
}

/// What a facade needs of a store of value state: the new end of the bridge.
///
/// `ValueStore` conforms. A third-party store takes this end by conforming; one in the form of ReSwift
/// needs a few lines.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public protocol ValueStateStore<State, Action>: AnyObject {
  /// The value that the store holds.
  associatedtype State: Sendable
  /// What is dispatched.
  associatedtype Action: Sendable

  /// The state now.
  var state: State { get }

  /// Reduces an action; when the outermost call returns, all that it caused is done.
  func dispatch(_ action: Action)

  /// Tells of each state: the present one at once, then each that follows an action, in order.
  ///
  /// - Parameter told: Is handed the state.
  /// - Returns: A token; nothing is told after it is released.
  func follow(_ told: @escaping @MainActor (State) -> Void) -> FollowToken
}

extension ValueStore: ValueStateStore {
  /// Tells of each state: the present one at once, then each that follows an action, in order.
  ///
  /// Nothing holds the state between two actions, so it goes on being changed in place.
  ///
  /// - Parameter told: Is handed the state.
  /// - Returns: A token; nothing is told after it is released.
  public func follow(_ told: @escaping @MainActor (State) -> Void) -> FollowToken {
    let token = subscribe(to: Selection { _ in () }) { [weak self] in
      if let self { told(self.state) }
    }
    return FollowToken { withExtendedLifetime(token) {} }
  }
}

/// Tells whether the caller runs on the main actor.
///
/// The main actor's executor is the main queue, on every platform. The main thread is something else:
/// on Linux the main queue moves to another thread once an asynchronous `main` has suspended.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this code runs on the main queue.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }
}
