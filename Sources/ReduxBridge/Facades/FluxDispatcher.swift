import ReferenceRedux

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
