/// An event that a reducer puts into the state and an observer handles once, such as an alert to show.
///
/// Use a signal in place of a flag that code must reset after each use: a signal needs no reset. A signal contains the
/// number of the action that created the signal, and a ``SignalConsumer`` accepts each number once. A store never uses
/// a number twice, even after a reducer restores an older state, so a consumer neither repeats nor loses a signal.
///
/// ```swift
/// Reducer<Screen, Action>(numbered: { state, action, number in
///   if case .saveFailed(let reason) = action { state.alert = Signal(.failed(reason), at: number) }
/// })
/// ```
///
/// The action numbers of a new store continue after the newest signal in its initial state, even if that state comes
/// from another store or a file. If an action loads saved values into a running store, remove the signals from these
/// values. Otherwise, after a saved signal with a high number, a consumer ignores new signals with lower numbers.
public struct Signal<Event> {
  /// The number of the action that created the signal.
  package let number: ActionNumber
  /// The event itself.
  public let event: Event

  /// Creates a signal.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - number: The number of the action that creates the signal; see ``Reducer/init(numbered:)``.
  public init(_ event: Event, at number: ActionNumber) {
    self.number = number
    self.event = event
    ActionNumber.highestOfSignals.withLock { $0 = max($0, number.rawValue) }
  }
}

extension Mirror {
  /// Whether this is a value without parts, which neither an enum nor a collection is.
  fileprivate var isLeaf: Bool { displayStyle == nil && children.isEmpty }
}

/// A signal of any event.
private protocol NumberedSignal {
  var number: ActionNumber { get }
}

extension Signal: NumberedSignal {}

extension ActionNumber {
  /// The highest number that a signal of this process has had: no state holds a higher one.
  fileprivate static let highestOfSignals = LockedValue(UInt64(0))

  /// The number of the newest signal of this process; 0 without any.
  package static var newestOfSignals: ActionNumber {
    ActionNumber(highestOfSignals.withLock { $0 })
  }

  /// Returns this number, or that of the newest signal in a state if it is higher.
  ///
  /// It does not see signals in objects, and those that a mirror of the app's own hides.
  ///
  /// - Complexity: O(*n*) in the number of values of the state, if a signal has had a higher number; O(1) otherwise.
  @usableFromInline
  func continued<State>(in state: State) -> ActionNumber {
    let highest = Self.newestOfSignals.rawValue
    guard rawValue < highest else { return self }
    var (number, values) = (rawValue, [state as Any])
    while number < highest, let value = values.popLast() {
      if let signal = value as? any NumberedSignal { number = max(number, signal.number.rawValue) }
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .collection, let first = mirror.children.first?.value {
        // A list of numbers or texts may be long.
        if Mirror(reflecting: first).isLeaf { continue }
      }
      if mirror.displayStyle != .class { values += mirror.children.map(\.value) }
    }
    return ActionNumber(number)
  }
}

extension Reducer {
  /// Returns a reducer that counts its actions itself, for a store that passes no action numbers to reducers.
  ///
  /// Use this method, for example, for the store of another library, or for a class of the app that calls the reducer.
  /// The count begins after the highest number of a ``Signal`` in the process, so each ``SignalConsumer`` accepts the
  /// signals of the new reducer. Call this method once for each store, since a reducer has only one count.
  public func counting() -> Reducer {
    let count = LockedValue(ActionNumber.newestOfSignals)
    return Reducer(numbered: { state, action, _ in
      let number = count.withLock { number in
        number.rawValue += 1
        return number
      }
      body(&state, action, number)
    })
  }
}

extension Signal: Equatable where Event: Equatable {}
extension Signal: Hashable where Event: Hashable {}
extension Signal: Sendable where Event: Sendable {}

/// A consumer for one field of the state: it accepts each signal in this field once.
///
/// ```swift
/// private let alerts = SignalConsumer<Alert>()
///
/// func newState(state: ScreenState) {
///   if let alert = alerts.consume(state.alert) { present(alert) }
/// }
/// ```
///
/// Use one consumer for each field of the state that contains signals. A new consumer accepts an old signal again: if a
/// reopened screen must not repeat a signal, keep the consumer in an object that outlives the screen.
@MainActor
public final class SignalConsumer<Event> {
  /// The number of the newest signal that was consumed.
  private var lastConsumed: UInt64

  /// Creates a consumer.
  ///
  /// - Parameter number: A number; the consumer accepts only signals with higher numbers. Pass 0 to accept a signal
  ///   that is already in the state, or ``ValueStore/actionNumber`` to accept only new signals.
  public init(after number: ActionNumber = ActionNumber(0)) {
    lastConsumed = number.rawValue
  }

  /// Returns the event of a signal if the signal is newer than all consumed signals; otherwise returns nil.
  public func consume(_ signal: Signal<Event>?) -> Event? {
    guard let signal, signal.number.rawValue > lastConsumed else { return nil }
    lastConsumed = signal.number.rawValue
    return signal.event
  }

  /// Goes on to a store whose numbers may be lower than those of the one before.
  fileprivate func follow(_ number: ActionNumber) {
    lastConsumed = min(lastConsumed, number.rawValue)
  }
}

extension ValueStore {
  /// Calls a closure once for each signal in a field of the state, and passes the event of the signal.
  ///
  /// - Parameters:
  ///   - select: A closure or a key path literal that reads the signal from the state.
  ///   - consumer: A consumer, which remembers the newest signal that it accepted. If a later subscription must not
  ///     repeat accepted signals, pass the same consumer to both subscriptions.
  ///   - handler: A closure that receives the event, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe<Event>(
    signal select: @escaping @MainActor (State) -> Signal<Event>?,
    consumer: SignalConsumer<Event> = SignalConsumer(),
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let token = subscribe(to: Selection(select).when { $0?.number != $1?.number }) { signal in
      if let event = consumer.consume(signal) { handler(event) }
    }
    consumer.follow(actionNumber)
    return token
  }
}
