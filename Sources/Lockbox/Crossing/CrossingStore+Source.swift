import ReduxBridge
import ValueRedux

extension CrossingStore {
  /// A slice, for presenters of the new form.
  @MainActor func source<Value>(
    of slice: StateSlice<LockboxState, LockboxAction, Value>
  ) -> Source<Value> {
    Source { told in
      let facade = self.facade(of: slice)
      let token = facade.values.subscribe({ $0 }, told)
      return Following(facade: facade, token: token)
    }
  }
}

/// Keeps a presenter up to date: the token for the presenter, and the facade for the token.
private final class Following {
  private let facade: AnyObject
  private let token: SubscriptionToken

  init(facade: AnyObject, token: SubscriptionToken) {
    self.facade = facade
    self.token = token
  }
}
