public import Observation

/// An observable object that contains a part of the state of a store, for use in views.
///
/// ```swift
/// let unread = store.observed(\.unread)   // Text("\(unread.value)") updates with it
/// ```
///
/// For a SwiftUI binding, the page <doc:SwiftUI> shows a class whose property dispatches an action when a view sets it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservedValue<Value> {
  /// The part of the state, as the last action left it.
  public fileprivate(set) var value: Value

  @ObservationIgnored fileprivate var token: SubscriptionToken?

  fileprivate init(_ value: Value) {
    self.value = value
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ValueStore {
  /// Returns an observable object with a part of the state; the store updates the object until the object is released.
  ///
  /// - Parameter select: A closure or a key path literal that reads the part.
  /// - Returns: The object, which notifies the observers of ``ObservedValue/value`` when this part of the state
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
