import ReduxBridge
import ValueRedux

extension CrossingStore {
  /// A slice as the source of new presenters.
  @MainActor func source<Value>(
    of slice: StateSlice<LockboxState, LockboxAction, Value>
  ) -> Source<Value> {
    Source { receive in
      let facade = self.facade(of: slice)
      let token = facade.subscribe({ $0 }, receive)
      return Following(facade: facade, token: token)
    }
  }
}

/// Holds a subscription, and the facade that the subscription needs.
private final class Following {
  private let facade: AnyObject
  private let token: SubscriptionToken

  init(facade: AnyObject, token: SubscriptionToken) {
    self.facade = facade
    self.token = token
  }
}
