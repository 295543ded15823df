/// An event that is in the state to be noticed once: an alert to show, a place to scroll to.
///
/// A flag has to be reset by somebody; a signal has not. It carries the number of the action that
/// made it, and a ``SignalConsumer`` accepts each number once. That number never comes again, not
/// even after an older state was put back, so no signal is repeated and none is lost.
///
/// ```swift
/// Reducer<Screen, Action>(numbered: { state, action, number in
///   if case .saveFailed(let reason) = action { state.alert = Signal(.failed(reason), at: number) }
/// })
/// ```
///
/// Leave signals out of what is saved to disk: an event of yesterday concerns nobody, and the
/// numbers of a new store begin at 1.
///
/// ## Thread safety
///
/// A value, `Sendable` if its event is.
public struct Signal<Event> {
  /// The number of the action that made the signal.
  public let number: ActionNumber
  /// What happened.
  public let event: Event

  /// Makes a signal.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - number: The number of the action, which a reducer made with ``Reducer/init(numbered:)`` is
  ///     handed.
  public init(_ event: Event, at number: ActionNumber) {
    self.number = number
    self.event = event
  }
}

extension Signal: Equatable where Event: Equatable {}
extension Signal: Hashable where Event: Hashable {}
extension Signal: Sendable where Event: Sendable {}
