public import ValueRedux

/// What a value-style store has to offer to be tested by ``ValueStoreClaim``.
@MainActor
public protocol ValueStoreUnderTest: AnyObject, Sendable {
  /// A middleware: told of the state and the action, with a way to dispatch.
  typealias Effect =
    @MainActor (
      ValueStoreModel, ValueStoreModelAction, @MainActor (ValueStoreModelAction) -> Void
    ) -> Void

  /// Makes a store that runs ``ValueStoreModel/reduce(_:_:)`` and then the effects in order.
  static func make(state: ValueStoreModel, effects: [Effect]) -> Self

  /// The present state.
  var state: ValueStoreModel { get }

  /// Dispatches on the main actor.
  func dispatch(_ action: ValueStoreModelAction)

  /// Dispatches from any thread without waiting.
  nonisolated func enqueue(_ action: ValueStoreModelAction)

  /// Subscribes a closure; the returned closure ends the subscription.
  func observe<Value>(
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void

  /// Subscribes an object that is held weakly.
  func observe<Object: AnyObject, Value>(
    for object: Object,
    _ selection: Selection<ValueStoreModel, Value>,
    _ tell: @escaping @MainActor (Object, Value) -> Void
  )

  /// Ends all subscriptions of an object.
  func endObservation(for object: AnyObject)

  /// How many subscriptions the store tells.
  var observerCount: Int { get }

  /// Returns when everything that was dispatched is reduced and told.
  func settle() async
}
