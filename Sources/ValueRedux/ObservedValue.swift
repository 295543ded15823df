public import Observation

/// A part of a store's state that views observe.
///
/// ```swift
/// let unread = store.observed(\.unread)   // Text("\(unread.value)") updates with it
/// ```
///
/// <doc:SwiftUI> shows a model with a property that a SwiftUI binding sets: the setter dispatches an action.
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
  /// Returns a part of the state as an observable object that the store updates while the object lives.
  ///
  /// - Parameter select: A closure or a key path literal that reads the part.
  /// - Returns: The object, which notifies the observers of its ``ObservedValue/value`` when the value
  ///   changes.
  public func observed<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value
  ) -> ObservedValue<Value> {
    let observed = ObservedValue(select(state))
    observed.token = subscribe(select) { [weak observed] value in observed?.value = value }
    return observed
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservedValue: Unreflected {}
