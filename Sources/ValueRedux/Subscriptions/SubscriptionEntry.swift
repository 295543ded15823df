/// One subscription in the list of a store.
@usableFromInline
struct SubscriptionEntry<State> {
  /// Offers the state; answers whether the subscription wants to stay.
  @usableFromInline typealias Offer = @MainActor (State) -> Bool

  /// Ascending in the order of subscription, never reused.
  let id: UInt64
  /// The object on whose behalf the subscription was made, for `unsubscribe(_:)`.
  let owner: ObjectIdentifier?
  /// Nil once the subscription has ended: the entry is swept out when the store is idle.
  @usableFromInline var offer: Offer?

  init(id: UInt64, owner: ObjectIdentifier?, offer: @escaping Offer) {
    self.id = id
    self.owner = owner
    self.offer = offer
  }
}
