import ReferenceRedux
import ValueRedux

/// Handlers in the order in which they were added, each called until its token is canceled.
@MainActor
final class HandlerList<Value> {
  private struct Entry {
    let id: Int
    let isOver: () -> Bool
    let handler: @MainActor (Value) -> Void
  }

  private var entries: [Entry] = []
  private var lastID = 0

  /// Adds a handler.
  ///
  /// - Parameters:
  ///   - owner: What the handler needs, kept alive until the token is canceled.
  ///   - handler: Receives the values.
  /// - Returns: The token that keeps the handler in the list.
  func subscribe(
    keeping owner: (any AnyObject & Sendable)? = nil,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    lastID += 1
    let id = lastID
    let kept = Kept(owner)
    let token = SubscriptionToken { [weak self] in
      self?.remove(id)
      kept.release()
    }
    let isOver = { [weak token] in token?.isOver ?? true }
    entries.append(Entry(id: id, isOver: isOver, handler: handler))
    return token
  }

  func observe(_ handler: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    lastID += 1
    let id = lastID
    let isOver = Locked(false)
    entries.append(Entry(id: id, isOver: { isOver.withLock { $0 } }, handler: handler))
    return ObservationToken { [weak self] in
      isOver.withLock { $0 = true }
      MainQueue.run { self?.remove(id) }
    }
  }

  /// Calls the handlers that are in the list now and whose tokens are not canceled meanwhile.
  ///
  /// - Parameters:
  ///   - value: The value to deliver.
  ///   - willCall: Receives the number of waiting handlers, right before each call.
  func call(with value: Value, willCall: (_ waiting: Int) -> Void = { _ in }) {
    let ids = entries.map(\.id)
    var index = 0
    for (position, id) in ids.enumerated() {
      willCall(ids.count - position - 1)
      // A handler may have removed entries, which moves the later ones down.
      index = min(index, entries.count)
      while index > 0, entries[index - 1].id >= id { index -= 1 }
      while index < entries.count, entries[index].id < id { index += 1 }
      // The handler is not kept across calls, so that canceling releases what it captured.
      if index < entries.count, case let entry = entries[index], entry.id == id, !entry.isOver() {
        entry.handler(value)
      }
    }
  }

  var count: Int { entries.count }

  private func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // Released when the list has changed: what the handler captured may own a token of this list.
    withExtendedLifetime(entries.remove(at: index)) {}
  }
}

/// An object that a token keeps alive until it is canceled.
@MainActor
final class Kept {
  private var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }

  func release() {
    // Its release may come back here.
    let released = object
    object = nil
    withExtendedLifetime(released) {}
  }
}
