public import ReferenceRedux
public import ValueRedux

/// A store of reference state, as a ``ValueFacade`` needs it: the old end of the bridge.
///
/// `ReferenceStore` conforms. Another store conforms in a few lines, and its presenters and the new
/// screens then work with either.
///
/// ## Thread safety
/// A conforming store is safe from any thread.
public protocol ReferenceStateStore<State, Action>: AnyObject, Sendable {
  /// The root of the class graph.
  associatedtype State: AnyObject
  /// The type of the actions.
  associatedtype Action: Sendable

  /// Schedules an action, and returns at once; from any thread.
  func dispatch(_ action: Action)

  /// Returns a deep copy of the state after all that this caller dispatched before.
  func currentState() throws -> sending State

  /// Lends the state, after all that this caller dispatched before, to a closure.
  func read<Result: Sendable>(_ body: @Sendable (State) throws -> Result) throws -> Result

  /// Observes a value of the state: the present one at once, then after changes, on the main actor.
  ///
  /// One call may cover several changes; the last change always leads to a call.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called where the state is.
  ///   - handler: Receives the value, whether or not it changed.
  /// - Returns: The token that keeps the observation alive.
  @MainActor
  func observe<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken
}

/// A store of value state, as a facade needs it: the new end of the bridge.
///
/// `ValueStore` conforms. Another store conforms in a few lines, one in the form of ReSwift included.
@MainActor
public protocol ValueStateStore<State, Action>: AnyObject {
  /// The value that the store holds.
  associatedtype State: Sendable
  /// The type of the actions.
  associatedtype Action: Sendable

  /// The present state.
  var state: State { get }

  /// Reduces an action; when the outermost call returns, all that the action caused is done.
  func dispatch(_ action: Action)

  /// Subscribes to the state: the present one at once, then each that follows an action, in order.
  ///
  /// - Parameter handler: Receives the state.
  /// - Returns: The token that keeps the subscription alive.
  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken
}

// MARK: - The stores of this package

extension ReferenceStore: ReferenceStateStore {
  /// Observes a value of the state: the present one at once, then after changes, on the main actor.
  ///
  /// The executor reads the value once after each burst of actions, so that the main actor neither
  /// waits for pending actions nor pays for the reading. The handler runs right before the store posts
  /// its notification. A ``MigrationStore`` brings its objects up to date before the reading.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor once per burst.
  ///   - handler: Receives the value, whether or not it changed.
  /// - Returns: The token that keeps the observation alive.
  @MainActor
  public func observe<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    observe(needsUpdate: { true }, read, handler)
  }

  /// Observes a value, for which the state need not always be brought up to date.
  @MainActor
  func observe<Value: Sendable>(
    needsUpdate: @escaping @Sendable () -> Bool,
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let latest = Locked<Value?>(nil)
    let removeReading = afterBurst(needsUpdate: needsUpdate) { state in
      let value = read(state)
      latest.withLock { $0 = value }
    }
    let removeDelivery = beforePost {
      if let value = latest.withLock({ $0.take() }) { handler(value) }
    }
    // Read after the hooks are in place: an action in between is delivered twice rather than never.
    handler(self.read(read))
    return ObservationToken {
      removeReading()
      removeDelivery()
    }
  }
}

extension ValueStore: ValueStateStore {
  /// Subscribes to the state: the present one at once, then each that follows an action, in order.
  ///
  /// The subscription does not keep the state between two actions, so the store goes on changing it
  /// in place.
  ///
  /// - Parameter handler: Receives the state.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe(
    _ handler: @escaping @MainActor (State) -> Void
  ) -> SubscriptionToken {
    subscribe(to: Selection { _ in () }) { [weak self] in
      if let self { handler(self.state) }
    }
  }
}

// MARK: - Delivering

/// Handlers in the order in which they were added, each called until its token is canceled.
@MainActor
final class HandlerList<Value> {
  private struct Entry {
    let id: Int
    let isOver: () -> Bool
    let handler: @MainActor (Value) -> Void
  }

  private var entries: [Entry] = []
  private var lastID = 0

  /// Adds a handler.
  ///
  /// - Parameters:
  ///   - owner: What the handler needs, kept alive until the token is canceled.
  ///   - handler: Receives the values.
  /// - Returns: The token that keeps the handler in the list.
  func subscribe(
    keeping owner: (any AnyObject & Sendable)? = nil,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    lastID += 1
    let id = lastID
    let kept = Kept(owner)
    let token = SubscriptionToken { [weak self] in
      self?.remove(id)
      kept.release()
    }
    let isOver = { [weak token] in token?.isOver ?? true }
    entries.append(Entry(id: id, isOver: isOver, handler: handler))
    return token
  }

  func observe(_ handler: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    lastID += 1
    let id = lastID
    let isOver = Locked(false)
    entries.append(Entry(id: id, isOver: { isOver.withLock { $0 } }, handler: handler))
    return ObservationToken { [weak self] in
      isOver.withLock { $0 = true }
      MainQueue.run { self?.remove(id) }
    }
  }

  /// Calls the handlers that are in the list now and whose tokens are not canceled meanwhile.
  ///
  /// - Parameters:
  ///   - value: The value to deliver.
  ///   - willCall: Receives the number of waiting handlers, right before each call.
  func call(with value: Value, willCall: (_ waiting: Int) -> Void = { _ in }) {
    let ids = entries.map(\.id)
    var index = 0
    for (position, id) in ids.enumerated() {
      willCall(ids.count - position - 1)
      // A handler may have removed entries, which moves the later ones down.
      index = min(index, entries.count)
      while index > 0, entries[index - 1].id >= id { index -= 1 }
      while index < entries.count, entries[index].id < id { index += 1 }
      // The handler is not kept across calls, so that canceling releases what it captured.
      if index < entries.count, case let entry = entries[index], entry.id == id, !entry.isOver() {
        entry.handler(value)
      }
    }
  }

  var count: Int { entries.count }

  private func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // Released when the list has changed: what the handler captured may own a token of this list.
    withExtendedLifetime(entries.remove(at: index)) {}
  }
}

/// An object that a token keeps alive until it is canceled.
@MainActor
final class Kept {
  private var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }

  func release() {
    // Its release may come back here.
    let released = object
    object = nil
    withExtendedLifetime(released) {}
  }
}

/// A facade, as something that shows another store.
@MainActor
protocol StoreFacade: AnyObject {
  var storeBehind: AnyObject { get }
}

/// Returns the store that an object is, or shows as a facade, also through several of them.
@MainActor
func storeBehindFacades(_ store: AnyObject) -> AnyObject {
  guard let facade = store as? any StoreFacade else { return store }
  return storeBehindFacades(facade.storeBehind)
}
