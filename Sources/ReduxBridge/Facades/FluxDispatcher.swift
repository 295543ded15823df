import ReferenceRedux
public import ValueRedux

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
///
/// ## Thread safety
/// Confined to the main actor, where the receivers are called, except for ``dispatch(_:)``, which accepts
/// actions from any thread.
@MainActor
public final class FluxDispatcher<Action: Sendable> {
  /// When the dispatcher publishes an action that is dispatched while another is being published.
  public enum NestedOrder: Sendable {
    /// After the outer action has reached all receivers: the order of a Redux store.
    case queued
    /// At once: the order of a Flux dispatcher over a subject.
    case depthFirst
  }

  /// Publishes the actions of other threads.
  private nonisolated let inbox = MainActorInbox()
  private let order: NestedOrder
  private let onInversion: ((String) -> Void)?
  private var receivers = ObserverList<EventOutlet<Action>>()
  /// The registrations of stores that some ``FluxStore`` keeps, by store.
  private var registrations: [ObjectIdentifier: () -> SubscriptionToken?] = [:]
  private var queue: [Action] = []
  /// The actions that are being published, outermost first, each with the receivers that wait for it.
  private var publishing: [(action: Action, waiting: Range<Int>)] = []

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - order: When a nested action is published.
  ///   - onInversion: Receives a text for each nested dispatch for which the two orders differ, with either
  ///     order: both actions, redacted by types and names, and how many receivers waited for the outer one.
  public init(order: NestedOrder = .queued, onInversion: ((String) -> Void)? = nil) {
    self.order = order
    self.onInversion = onInversion
  }

  deinit {
    releaseOnMainActor(exchange(&receivers, with: ObserverList()))
  }

  /// Registers a receiver of all actions.
  ///
  /// - Parameter receive: Receives each action dispatched from now on, in the order of registration.
  /// - Returns: The token that keeps the registration alive.
  public func register(_ receive: @escaping @MainActor (Action) -> Void) -> SubscriptionToken {
    let outlet = EventOutlet(receive)
    let id = receivers.add(outlet)
    return outlet.makeToken { [weak self] in _ = self?.receivers.remove(id) }
  }

  /// Returns the token of the one registration of a store, which its Flux stores share.
  func registration<Base: TransitionSource>(of base: Base) -> SubscriptionToken
  where Base.Action == Action {
    let store = storeBehindFacades(base)
    registrations = registrations.filter { $0.value() != nil }
    if let known = registrations[ObjectIdentifier(store)]?() { return known }
    // Keeps the store alive, and its identity its own.
    let token = register { action in withExtendedLifetime(store) { base.dispatch(action) } }
    registrations[ObjectIdentifier(store)] = { [weak token] in token }
    return token
  }

  /// Publishes an action to all receivers, in O(*n*) for *n* of them.
  ///
  /// On the main actor, all have received it when this method returns, unless it is called within
  /// another action and the order is ``NestedOrder/queued``. From another thread, this method returns at
  /// once and publishes the action in a later turn of the main actor; any number may wait. The actions of
  /// each thread keep their order. A call on the main actor first publishes what waits, so that a task
  /// that moves to the main actor keeps its order as well.
  ///
  /// - Parameter action: The action.
  public nonisolated func dispatch(_ action: Action) {
    if MainQueue.isCurrent {
      MainActor.assumeIsolated {
        publishInbox()
        publishInOrder(action)
      }
    } else {
      inbox.put {
        self.publishInOrder(action)
      } turn: {
        self.publishInbox()
      }
    }
  }

  private func publishInbox() {
    if publishing.isEmpty { inbox.run() }
  }

  private func publishInOrder(_ action: Action) {
    if let outer = publishing.last {
      let waiting = receivers.entries.count { outer.waiting.contains($0.id) }
      if waiting > 0, let onInversion {
        let texts = [outer.action, action].map { Redactor().text(of: $0, at: "") }
        onInversion(
          "\(texts[1]) was dispatched during \(texts[0]), which "
            + "\(counted(waiting, "receiver")) had not received")
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
    let (depth, last) = (publishing.count, receivers.lastID)
    publishing.append((action, 0..<0))
    var latest = 0
    // One that registers meanwhile does not receive the action, and one whose token ends does no longer.
    while let (id, receiver) = receivers.first(after: latest, through: last) {
      latest = id
      publishing[depth].waiting = id + 1..<last + 1
      receiver.deliver(action)
    }
    // An action may own what dispatches when it is released.
    withExtendedLifetime(publishing.removeLast()) {}
  }
}
