extension ValueStore {
  /// Tells a closure of each event that is signalled in a place of the state, once.
  ///
  /// - Parameters:
  ///   - select: Reads the signal. A key path literal will do.
  ///   - consumer: Remembers what was consumed. Hand in one that lives longer than the subscription
  ///     so that a later subscription goes on where this one ended.
  ///   - handler: Told of the event, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe<Event>(
    signal select: @escaping @MainActor (State) -> Signal<Event>?,
    consumer: SignalConsumer<Event> = SignalConsumer(),
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let selection = Selection(select).skippingRepeats { $0?.number == $1?.number }
    return subscribe(to: selection) { signal in
      if let event = consumer.consume(signal) { handler(event) }
    }
  }
}
