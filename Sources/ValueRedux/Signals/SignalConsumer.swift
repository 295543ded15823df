/// Accepts each signal of one place in the state once.
///
/// ```swift
/// private let alerts = SignalConsumer<Alert>()
///
/// func newState(state: ScreenState) {
///   if let alert = alerts.consume(state.alert) { present(alert) }
/// }
/// ```
///
/// A consumer belongs to one field of the state. Keep it where it outlives what must not see a signal
/// twice: a screen that is made anew, with a new consumer, is told again.
///
/// ## Thread safety
///
/// Confined to the main actor.
@MainActor
public final class SignalConsumer<Event> {
  /// The number of the newest signal that was consumed.
  public private(set) var lastConsumed: ActionNumber

  /// Makes a consumer.
  ///
  /// - Parameter number: Signals up to this action are taken as consumed: ``ActionNumber/zero`` to
  ///   be told of one that waits in the state, ``ValueStore/actionNumber`` to be told of new ones
  ///   only.
  public init(after number: ActionNumber = .zero) {
    lastConsumed = number
  }

  /// Takes the event out of a signal that is newer than all that were consumed.
  ///
  /// - Parameter signal: The signal that stands in the state, if any.
  /// - Returns: Its event, or nil where it was consumed before.
  public func consume(_ signal: Signal<Event>?) -> Event? {
    guard let signal, signal.number > lastConsumed else { return nil }
    lastConsumed = signal.number
    return signal.event
  }
}
