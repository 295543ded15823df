import ReduxBridge
import ValueRedux

extension CrossingStore {
  /// A slice, for presenters of the new form.
  @MainActor func source<Value>(
    of slice: Slice<LockboxState, LockboxAction, Value>
  ) -> Source<Value> {
    let facade = facade(of: slice)
    return Source { told in
      // The token lives as long as the presenter, and the facade as long as the token.
      let token = facade.values.subscribe({ $0 }, told)
      return Following(facade: facade, token: token)
    }
  }
}

/// What keeps a presenter of the new form up to date.
private final class Following {
  private let facade: AnyObject
  private let token: SubscriptionToken

  init(facade: AnyObject, token: SubscriptionToken) {
    self.facade = facade
    self.token = token
  }
}
