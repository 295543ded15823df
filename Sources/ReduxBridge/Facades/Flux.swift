import ReferenceRedux
import ValueRedux

/// A store, seen as a store of a Flux app: registered with a dispatcher, with outputs to observe.
///
/// ```swift
/// let store = FluxStore(appStore, registeredWith: dispatcher)
/// let items = store.behavior { ListOutput(items: $0.items, filter: $0.filter) }
/// let token = items.observe { list in view.show(list) }
/// ```
///
/// An output of several slices is a selection of several parts, and is compared as a whole: nobody ever
/// sees one of them updated and the other not. Outputs are eager: they follow the store from the moment
/// at which they are made, so that nothing that is dispatched before the first observer is lost.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class FluxStore<Base: ValueStateStore> {
  private let base: Base
  private var registration: FollowToken?

  /// Registers a store with a dispatcher.
  ///
  /// - Parameters:
  ///   - base: The store that reduces the actions; kept alive.
  ///   - dispatcher: The dispatcher whose actions it reduces.
  public init(_ base: Base, registeredWith dispatcher: FluxDispatcher<Base.Action>) {
    self.base = base
    registration = dispatcher.register { base.dispatch($0) }
  }

  /// An output that has a value from the start, and tells each observer the present one at once.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func behavior<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isCurrent)
  }

  /// An output that tells a new observer the latest change, if there was one.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func replayingLast<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isLatestChange)
  }

  /// An output that tells an observer of the changes that come after it began to observe.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func publisher<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isNothing)
  }
}

/// A value of a ``FluxStore`` that changes over time, and can be observed.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class FluxOutput<Value: Equatable> {
  /// What a new observer is told first.
  enum First {
    case isCurrent, isLatestChange, isNothing
  }

  /// The present value.
  public private(set) var value: Value

  private let store: AnyObject
  private let first: First
  private var hasChanged = false
  private var observers: [(id: Int, tell: (Value) -> Void)] = []
  private var lastID = 0
  private var following: FollowToken?

  init<Base: ValueStateStore>(
    _ base: Base, _ select: @escaping @MainActor (Base.State) -> Value, first: First
  ) {
    store = base
    value = select(base.state)
    self.first = first
    following = base.follow { [weak self] in self?.update(select($0)) }
  }

  /// Tells of the value, whenever it has changed.
  ///
  /// - Parameter tell: Is handed the value; whether at once as well is what kinds of outputs differ in.
  /// - Returns: A token; nothing is told after it is released.
  public func observe(_ tell: @escaping @MainActor (Value) -> Void) -> FollowToken {
    lastID += 1
    let id = lastID
    observers.append((id, tell))
    switch first {
    case .isCurrent: tell(value)
    case .isLatestChange: if hasChanged { tell(value) }
    case .isNothing: break
    }
    return FollowToken(onMainActor: { [weak self] in self?.remove(id) })
  }

  private func update(_ newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    hasChanged = true
    for observer in observers where observers.contains(where: { $0.id == observer.id }) {
      observer.tell(newValue)
    }
  }

  private func remove(_ id: Int) {
    observers.removeAll { $0.id == id }
  }
}

/// The dispatcher of a Flux app: publishes each action to all that registered.
///
/// ```swift
/// let dispatcher = FluxDispatcher<LockboxAction>(order: .depthFirst) { print($0) }
/// dispatcher.register(store)
/// dispatcher.dispatch(.lock)
/// ```
///
/// The original forwards a subject's events: an action that is dispatched while another is being
/// published reaches everybody at once, so that those who come later in the list see the inner action
/// before the outer one. A Redux store queues it instead. Both orders are offered; where they differ,
/// the dispatcher reports the inversion, so that it is known before the order is changed.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class FluxDispatcher<Action: Sendable> {
  /// When an action is published that is dispatched while another is being published.
  public enum NestedOrder: Sendable {
    /// After the outer action has reached everybody: the order of a Redux store.
    case queued
    /// At once: the order of a Flux dispatcher over a subject.
    case depthFirst
  }

  /// A nested dispatch that those who registered later see in another order than a queue gives.
  public struct Inversion: Sendable {
    /// The action that was being published.
    public let outer: Action
    /// The action that was dispatched meanwhile.
    public let nested: Action
    /// How many of those who registered had not seen the outer action yet.
    public let waiting: Int
  }

  private let order: NestedOrder
  private let onInversion: ((Inversion) -> Void)?
  private var receivers: [(id: Int, receive: (Action) -> Void)] = []
  private var lastID = 0
  private var queue: [Action] = []
  /// The actions that are being published, outermost first, each with how many wait for it.
  private var publishing: [(action: Action, waiting: Int)] = []

  /// Makes a dispatcher.
  ///
  /// - Parameters:
  ///   - order: When a nested action is published.
  ///   - onInversion: Is told of each nested dispatch for which the two orders differ, whichever of
  ///     them is chosen.
  public init(order: NestedOrder = .queued, onInversion: ((Inversion) -> Void)? = nil) {
    self.order = order
    self.onInversion = onInversion
  }

  /// Has a closure called with each action, in the order of registration.
  ///
  /// - Parameter receive: Is handed each action that is dispatched from now on.
  /// - Returns: A token; nothing is received after it is released.
  public func register(_ receive: @escaping @MainActor (Action) -> Void) -> FollowToken {
    lastID += 1
    let id = lastID
    receivers.append((id, receive))
    return FollowToken(onMainActor: { [weak self] in self?.remove(id) })
  }

  /// Publishes an action to all that registered.
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
    let present = receivers
    publishing.append((action, present.count))
    for receiver in present {
      publishing[publishing.count - 1].waiting -= 1
      // One that was removed meanwhile is not told any more.
      if receivers.contains(where: { $0.id == receiver.id }) { receiver.receive(action) }
    }
    publishing.removeLast()
  }

  private func remove(_ id: Int) {
    receivers.removeAll { $0.id == id }
  }
}
