/// An object that is told of state, held weakly by the store.
///
/// The shape is that of Firefox iOS. An object that wants several parts of the state names the others
/// by ``ValueStore/subscribe(_:to:tell:)``.
///
/// ## Thread safety
///
/// Confined to the main actor.
@MainActor
public protocol StoreSubscriber<SubscriberStateType>: AnyObject {
  /// The part of the state that the object is told of.
  associatedtype SubscriberStateType

  /// Tells the object of its part of the state, at once on subscribing and then whenever it changes.
  ///
  /// - Parameter state: The part of the state.
  func newState(state: SubscriberStateType)
}
