public import ValueRedux

/// A store, seen as a store of a Flux app: registered with a dispatcher, with outputs.
///
/// ```swift
/// let store = FluxStore(appStore, registeredWith: dispatcher)
/// let items = store.behavior { ListOutput(items: $0.items, filter: $0.filter) }
/// let token = items.subscribe { list in view.show(list) }
/// ```
///
/// An output of several slices selects them as one value and compares them as a whole, so that no
/// subscriber sees one of them updated and another not. Outputs are eager: they subscribe to the store
/// when they are made, so that nothing dispatched before the first subscription is lost.
@MainActor
public final class FluxStore<Base: ValueStateStore> {
  private let base: Base
  private let registration: SubscriptionToken

  /// Registers a store with a dispatcher.
  ///
  /// - Parameters:
  ///   - base: The store that reduces the actions; kept alive.
  ///   - dispatcher: The dispatcher whose actions it reduces.
  public init(_ base: Base, registeredWith dispatcher: FluxDispatcher<Base.Action>) {
    self.base = base
    registration = dispatcher.register { base.dispatch($0) }
  }

  /// Returns an output that delivers the present value to each new subscriber at once.
  ///
  /// - Parameter select: Reads the part of the state to show.
  /// - Returns: The output; it updates as long as it lives.
  public func behavior<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .present)
  }

  /// Returns an output that delivers the latest change, if there was one, to each new subscriber.
  ///
  /// - Parameter select: Reads the part of the state to show.
  /// - Returns: The output; it updates as long as it lives.
  public func replayingLast<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .latestChange)
  }

  /// Returns an output that delivers only the changes after a subscription began.
  ///
  /// - Parameter select: Reads the part of the state to show.
  /// - Returns: The output; it updates as long as it lives.
  public func publisher<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .nothing)
  }
}

/// A value of a ``FluxStore`` that changes over time.
@MainActor
public final class FluxOutput<Value: Equatable> {
  /// What a new subscriber receives at once.
  enum First {
    case present, latestChange, nothing
  }

  /// The present value.
  public private(set) var value: Value

  private let store: AnyObject
  private let first: First
  private var hasChanged = false
  private let handlers = HandlerList<Value>()
  private var subscription: SubscriptionToken?

  init<Base: ValueStateStore>(
    _ base: Base, _ select: @escaping @MainActor (Base.State) -> Value, first: First
  ) {
    store = base
    value = select(base.state)
    self.first = first
    subscription = base.subscribe { [weak self] in self?.update(select($0)) }
  }

  /// Subscribes to the changes of the value.
  ///
  /// - Parameter handler: Receives the value after each change; the kind of output determines whether
  ///   it is called at once as well.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> SubscriptionToken {
    let token = handlers.subscribe(handler)
    switch first {
    case .present: handler(value)
    case .latestChange: if hasChanged { handler(value) }
    case .nothing: break
    }
    return token
  }

  private func update(_ newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    hasChanged = true
    handlers.call(with: newValue)
  }
}

/// The dispatcher of a Flux app: publishes each action to all that registered.
///
/// ```swift
/// let dispatcher = FluxDispatcher<LockboxAction>(order: .depthFirst) { print($0) }
/// let token = dispatcher.register { action in log(action) }
/// dispatcher.dispatch(.lock)
/// ```
///
/// The original forwards the events of a subject: an action that is dispatched while another is being
/// published reaches all receivers at once, so that later receivers see the inner action before the
/// outer one. A Redux store queues it instead. The dispatcher offers both orders. Where they differ, it
/// reports the inversion, so that the order can be changed with knowledge of the effects.
@MainActor
public final class FluxDispatcher<Action: Sendable> {
  /// When the dispatcher publishes an action that is dispatched while another is being published.
  public enum NestedOrder: Sendable {
    /// After the outer action has reached all receivers: the order of a Redux store.
    case queued
    /// At once: the order of a Flux dispatcher over a subject.
    case depthFirst
  }

  /// A nested dispatch that later receivers see in another order than a queue gives.
  public struct Inversion: Sendable {
    /// The action that was being published.
    public let outer: Action
    /// The action that was dispatched meanwhile.
    public let nested: Action
    /// The number of receivers that had not received the outer action yet.
    public let waiting: Int
  }

  private let order: NestedOrder
  private let onInversion: ((Inversion) -> Void)?
  private let receivers = HandlerList<Action>()
  private var queue: [Action] = []
  /// The actions that are being published, outermost first, each with the number of waiting receivers.
  private var publishing: [(action: Action, waiting: Int)] = []

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - order: When a nested action is published.
  ///   - onInversion: Receives each nested dispatch for which the two orders differ, with either order.
  public init(order: NestedOrder = .queued, onInversion: ((Inversion) -> Void)? = nil) {
    self.order = order
    self.onInversion = onInversion
  }

  /// Registers a receiver of all actions.
  ///
  /// - Parameter receive: Receives each action dispatched from now on, in the order of registration.
  /// - Returns: The token that keeps the registration alive.
  public func register(_ receive: @escaping @MainActor (Action) -> Void) -> SubscriptionToken {
    receivers.subscribe(receive)
  }

  /// Publishes an action to all receivers.
  ///
  /// - Parameter action: The action.
  public func dispatch(_ action: Action) {
    if let outer = publishing.last {
      if outer.waiting > 0 {
        onInversion?(Inversion(outer: outer.action, nested: action, waiting: outer.waiting))
      }
      if order == .queued {
        queue.append(action)
        return
      }
    }
    publish(action)
    while publishing.isEmpty, !queue.isEmpty { publish(queue.removeFirst()) }
  }

  private func publish(_ action: Action) {
    let depth = publishing.count
    publishing.append((action, receivers.count))
    receivers.call(with: action) { publishing[depth].waiting = $0 }
    publishing.removeLast()
  }
}
