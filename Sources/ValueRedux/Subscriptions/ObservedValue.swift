public import Observation

/// A part of a store's state that views observe.
///
/// ```swift
/// let unread = store.observed(\.unread)   // Text("\(unread.value)") follows it
/// ```
///
/// ## Thread safety
///
/// Confined to the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservedValue<Value> {
  /// The part of the state after the last action.
  public fileprivate(set) var value: Value

  @ObservationIgnored fileprivate var token: SubscriptionToken?

  fileprivate init(_ value: Value) {
    self.value = value
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ValueStore {
  /// A part of the state as an observable object that follows it for as long as the object lives.
  ///
  /// - Parameter select: Reads the part. A key path literal will do.
  /// - Returns: The object; observers of its ``ObservedValue/value`` are told when it changes.
  public func observed<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value
  ) -> ObservedValue<Value> {
    let observed = ObservedValue(select(state))
    observed.token = subscribe(select) { [weak observed] value in
      if let observed, observed.value != value { observed.value = value }
    }
    return observed
  }
}
