import ReferenceRedux
import ValueRedux

/// Handlers in the order in which they were added, each called until its token is canceled.
@MainActor
final class HandlerList<Value> {
  private struct Handler {
    let isOver: @Sendable () -> Bool
    let receive: @MainActor (Value) -> Void
  }

  private var handlers = ObserverList<Handler>()

  deinit {
    releaseOnMainActor(exchange(&handlers, with: ObserverList()))
  }

  /// Adds a handler.
  ///
  /// - Parameter handler: Receives the values; released as soon as the token is canceled.
  /// - Returns: The token that keeps the handler in the list.
  func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> SubscriptionToken {
    let id = handlers.lastID + 1
    let token = SubscriptionToken { [weak self] in
      // Released when the list has changed: what the handler captured may own a token of this list.
      let removed = self?.handlers.remove(id)
      withExtendedLifetime(removed) {}
    }
    let isOver: @Sendable () -> Bool = { [weak token] in token?.isOver ?? true }
    _ = handlers.add(Handler(isOver: isOver, receive: handler))
    return token
  }

  /// Calls the handlers that are in the list now and whose tokens are not canceled meanwhile.
  ///
  /// - Parameters:
  ///   - value: The value to deliver.
  ///   - willCall: Receives the ids of the handlers that wait, right before each call.
  func call(with value: Value, willCall: (_ waiting: Range<Int>) -> Void = { _ in }) {
    let last = handlers.lastID
    var latest = 0
    while let (id, handler) = handlers.first(after: latest, through: last) {
      latest = id
      willCall(id + 1..<last + 1)
      if !handler.isOver() { handler.receive(value) }
    }
  }

  /// The number of handlers with these ids.
  func count(in ids: Range<Int>) -> Int {
    handlers.entries.count { ids.contains($0.id) }
  }
}
