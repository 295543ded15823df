public import Observation

/// A part of a store's state that views observe.
///
/// ```swift
/// let unread = store.observed(\.unread)   // Text("\(unread.value)") updates with it
/// ```
///
/// <doc:SwiftUI> shows a model with a property that a binding sets by a dispatch.
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
  /// A part of the state as an observable object that is updated for as long as it lives.
  ///
  /// - Parameter select: Reads the part. A key path literal works as well.
  /// - Returns: The object; the observers of its ``ObservedValue/value`` are notified when it
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
