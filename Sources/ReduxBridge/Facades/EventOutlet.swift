import ReferenceRedux
import ValueRedux

/// Events on their way from where a store reduces to one handler on the main actor.
final class EventOutlet<Event: Sendable>: Sendable {
  private struct Contents: Sendable {
    var handler: (@MainActor (Event) -> Void)?
    /// Whether the token is canceled, which may be elsewhere, before the handler is released.
    var isOver: @Sendable () -> Bool = { false }
    /// The events that wait, from `next` on; nil where they were taken.
    private var events: [Event?] = []
    private var next = 0

    init(handler: (@MainActor (Event) -> Void)? = nil) {
      self.handler = handler
    }

    var count: Int { events.count - next }

    mutating func append(_ event: Event) {
      events.append(event)
    }

    /// Complexity: amortized O(1), since each event moves at most once per doubling.
    mutating func takeFirst() -> Event? {
      guard next < events.count else { return nil }
      let event = events[next].take()
      next += 1
      if next * 2 >= events.count {
        events.removeFirst(next)
        next = 0
      }
      return event
    }
  }

  private let limit: Int
  private let contents: Locked<Contents>

  init(limit: Int, _ handler: @escaping @MainActor (Event) -> Void) {
    guard limit > 0 else {
      fatalError("At least one event must be able to wait: give a limit of 1 or more.")
    }
    self.limit = limit
    contents = Locked(Contents(handler: handler))
  }

  /// Makes the token of the observation, which ends it.
  @MainActor
  func makeToken(onEnd: @escaping @MainActor @Sendable () -> Void) -> SubscriptionToken {
    let token = SubscriptionToken { [self] in
      end()
      onEnd()
    }
    let isOver: @Sendable () -> Bool = { [weak token] in token?.isOver ?? true }
    contents.withLock { $0.isOver = isOver }
    return token
  }

  /// Puts an event last, and returns whether one more `deliverNext()` must follow; any thread.
  ///
  /// If the limit is reached, the event takes the place of the oldest one.
  func put(_ event: Event) -> Bool {
    let (dropped, isMore) = contents.withLock { contents in
      if contents.handler == nil { return (Event?.none, false) }
      contents.append(event)
      if contents.count <= limit { return (nil, true) }
      return (contents.takeFirst(), false)
    }
    // Released outside of the lock, since it may own what uses the store.
    withExtendedLifetime(dropped) {}
    return isMore
  }

  /// Delivers the oldest event that waits.
  @MainActor
  func deliverNext() {
    if let event = contents.withLock({ $0.takeFirst() }) { deliver(event) }
  }

  /// Delivers an event, unless the observation is over.
  @MainActor
  func deliver(_ event: Event) {
    let (handler, isOver) = contents.withLock { ($0.handler, $0.isOver) }
    if !isOver() { handler?(event) }
  }

  private func end() {
    let former = contents.withLock { exchange(&$0, with: Contents()) }
    withExtendedLifetime(former) {}
  }
}
