import ReferenceRedux
import ValueRedux

/// The one handler of an observation, on the main actor, until its token ends.
final class EventOutlet<Event: Sendable>: Sendable {
  private struct Contents: Sendable {
    var handler: (@MainActor (Event) -> Void)?
    /// Canceled elsewhere, it is over before the handler is released.
    weak var token: SubscriptionToken?
  }

  private let contents: Locked<Contents>

  init(_ handler: @escaping @MainActor (Event) -> Void) {
    contents = Locked(Contents(handler: handler))
  }

  /// Makes the token of the observation, which ends it.
  @MainActor
  func makeToken(onEnd: @escaping @MainActor @Sendable () -> Void) -> SubscriptionToken {
    let token = SubscriptionToken { [self] in
      // Released outside of the lock, since it may own what uses the store.
      withExtendedLifetime(contents.withLock { exchange(&$0, with: Contents()) }) {}
      onEnd()
    }
    contents.withLock { $0.token = token }
    return token
  }

  /// Delivers an event, unless the observation is over.
  @MainActor
  func deliver(_ event: Event) {
    let (handler, token) = contents.withLock { ($0.handler, $0.token) }
    if token?.isOver == false { handler?(event) }
  }
}
