import ReferenceRedux
public import ValueRedux

/// The dispatcher of a Flux app: it publishes each action to all registered receivers.
///
/// ```swift
/// let dispatcher = FluxDispatcher<LockboxAction>(order: .depthFirst) { print($0) }
/// let token = dispatcher.register { action in log(action) }
/// dispatcher.dispatch(.lock)
/// ```
///
/// This class replaces a dispatcher that sends each action through a subject, such as an Rx `PublishSubject`. If a
/// receiver dispatches an inner action while it receives an outer action, such a dispatcher publishes the inner action
/// at once, so the remaining receivers receive it first. A Redux store queues the inner action. This class offers both
/// orders, and reports each action for which the order matters: examine these actions before you change the order.
///
/// ## Thread safety
/// The dispatcher is confined to the main actor, and calls the receivers there. Only
/// ``dispatch(_:)`` accepts calls from any thread.
@MainActor
public final class FluxDispatcher<Action: Sendable> {
  /// The order of nested actions: actions that a receiver dispatches while another action is being published.
  public enum NestedOrder: Sendable {
    /// The dispatcher publishes the nested action after all receivers have received the outer action, as a Redux store
    /// does.
    case queued
    /// The dispatcher publishes the nested action at once, as a dispatcher with a subject does.
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
  ///   - order: The case that says whether the dispatcher publishes a nested action at once, or after the outer action.
  ///   - onInversion: A closure that the dispatcher calls for each nested action that is dispatched before all
  ///     receivers have received the outer action. The closure receives a text with both actions, redacted by a default
  ///     ``Redactor``, and the number of receivers that had not yet received the outer action.
  public init(order: NestedOrder = .queued, onInversion: ((String) -> Void)? = nil) {
    self.order = order
    self.onInversion = onInversion
  }

  deinit {
    releaseOnMainActor(exchange(&receivers, with: ObserverList()))
  }

  /// Registers a receiver of all actions.
  ///
  /// - Parameter receive: A closure that receives each action from now on; receivers run in the order of registration.
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

  /// Publishes an action to all receivers, in O(*n*) for *n* receivers.
  ///
  /// On the main actor, all receivers have received the action when this method returns, unless another action is being
  /// published and the order is ``NestedOrder/queued``. On another thread, this method returns at once, and a later
  /// turn of the main actor publishes the action; any number of actions can wait. The dispatcher publishes each
  /// thread's actions in the order of their dispatch. A call on the main actor first publishes the waiting actions,
  /// unless a receiver makes the call. Thus a task that moves to the main actor keeps the order of its actions.
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
