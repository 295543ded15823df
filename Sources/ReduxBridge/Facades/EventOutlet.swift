import ReferenceRedux
import ValueRedux

/// The one handler of an observation, on the main actor, until its token ends.
final class EventOutlet<Event: Sendable>: Sendable {
  private struct Contents: Sendable {
    var handler: (@MainActor (Event) -> Void)?
    /// Whether the token is canceled, which may be elsewhere, before the handler is released.
    var isOver: @Sendable () -> Bool = { false }
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
    let isOver: @Sendable () -> Bool = { [weak token] in token?.isOver ?? true }
    contents.withLock { $0.isOver = isOver }
    return token
  }

  /// Delivers an event, unless the observation is over.
  @MainActor
  func deliver(_ event: Event) {
    let (handler, isOver) = contents.withLock { ($0.handler, $0.isOver) }
    if !isOver() { handler?(event) }
  }
}
