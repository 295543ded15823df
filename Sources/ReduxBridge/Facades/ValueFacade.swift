public import ReferenceRedux
public import ValueRedux

/// A store of reference state, seen as a store of values: new screens on the old store.
///
/// A new screen is written against values, selections and subscriptions at once, while its state still
/// lives in the class graph:
///
/// ```swift
/// let settings = ValueFacade(LoginStore.shared, theme)
/// let token = settings.values.subscribe(\.isManual) { toggle.isOn = $0 }
/// settings.dispatch(.setManual(true))
/// ```
///
/// The value is read on the executor of the store, once after each burst of actions, and told on the
/// main actor. One promise of a value store cannot be kept with a legacy store behind it: when
/// ``dispatch(_:)`` returns, the action is pending. What depends on its result subscribes.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class ValueFacade<Base: ReferenceStateStore, Value: Equatable & Sendable>:
  ValueStateStore
{
  /// A side effect: told of the value that an action led to, the action, and a way to dispatch.
  public typealias Effect =
    @MainActor (
      _ value: Value, _ action: Base.Action, _ dispatch: @MainActor (Base.Action) -> Void
    ) -> Void

  /// The value as a store, for every form of subscription.
  ///
  /// Nobody but the facade can dispatch to it.
  public let values: ValueStore<Value, MirrorUpdate<Value>>

  private let base: Base
  private var following: FollowToken?

  /// Makes the facade of a slice of a class store.
  ///
  /// Waits once for the backlog of the store, to have a value from the start.
  ///
  /// - Parameters:
  ///   - store: The store; it is kept alive.
  ///   - projection: The slice that is shown.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, _ projection: Projection<State, Value>
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, reading: projection.read)
  }

  /// Makes the facade of a value that is read from the state of a class store.
  ///
  /// Waits once for the backlog of the store, to have a value from the start.
  ///
  /// - Parameters:
  ///   - store: The store; it is kept alive.
  ///   - read: Reads the value; called on the executor of the store.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, reading read: @escaping @Sendable (State) -> Value
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, initial: store.read(read), reading: read)
  }

  /// Makes the facade of a value that is read from the state of any store of reference state.
  ///
  /// - Parameters:
  ///   - base: The store; it is kept alive.
  ///   - read: Reads the value; called where the state of the store is.
  /// - Throws: What reading the store throws.
  public convenience init(
    anyStore base: Base, reading read: @escaping @Sendable (Base.State) -> Value
  ) throws {
    self.init(base, initial: try base.read(read), reading: read)
  }

  /// Makes the facade of a slice of a class store, with side effects in the new form.
  ///
  /// The effects are told of every action from now on, as the middlewares of a value store are, and so
  /// are the subscribers of ``values``: nothing is coalesced. What another thread has reduced in the very
  /// moment of making shows with the next action. Of a slice of a ``MigrationStore`` the objects are
  /// read, which are kept at `legacy` and `shadow` alone; make it anew before the slice leads. When the slice is migrated, an effect becomes the
  /// body of a middleware.
  ///
  /// - Parameters:
  ///   - store: The store; it is kept alive.
  ///   - projection: The slice that is shown. It is read once per action.
  ///   - effects: Told on the main actor of each action, in this order, before the subscribers.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, _ projection: Projection<State, Value>,
    effects: [Effect]
  ) where Base == ReferenceStore<State, Action> {
    var action: Action?
    let middlewares = effects.map { effect in
      Middleware<Value, MirrorUpdate<Value>> { value, _ in
        if let action { effect(value, action) { store.dispatch($0) } }
      }
    }
    self.init(store, initial: store.read(projection.read), middlewares: middlewares)
    following = store.followTransitions(projection.read) { [values] value, cause in
      action = cause
      values.dispatch(MirrorUpdate(value: value))
    }
  }

  private convenience init(
    _ base: Base, initial: Value, reading read: @escaping @Sendable (Base.State) -> Value
  ) {
    self.init(base, initial: initial, middlewares: [])
    following = base.follow(read) { [values] in values.dispatch(MirrorUpdate(value: $0)) }
  }

  private init(
    _ base: Base, initial: Value, middlewares: [Middleware<Value, MirrorUpdate<Value>>]
  ) {
    self.base = base
    values = ValueStore(initialState: initial, middlewares: middlewares) { $0 = $1.value }
  }

  /// The value as of the last notification of the store.
  public var state: Value { values.state }

  /// Dispatches an action to the store, and returns at once.
  ///
  /// - Parameter action: The action.
  public func dispatch(_ action: Base.Action) {
    base.dispatch(action)
  }

  /// Tells of each value: the present one at once, then each that the store shows.
  ///
  /// - Parameter told: Is handed the value.
  /// - Returns: A token; nothing is told after it is released.
  public func follow(_ told: @escaping @MainActor (Value) -> Void) -> FollowToken {
    values.follow(told)
  }
}

/// A new value in a mirror of a slice.
///
/// Made by this module alone: a mirror shows what its store holds, and nobody else may change it.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct MirrorUpdate<Value: Sendable>: Sendable {
  let value: Value
}
