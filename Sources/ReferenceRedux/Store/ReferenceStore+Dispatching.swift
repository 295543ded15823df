internal import Dispatch

extension ReferenceStore {
  /// Asks the store to reduce `action`, and returns at once.
  ///
  /// The action is reduced after all that the same thread dispatched before it. A dispatch inside
  /// a reduce block or an observer is queued last. Until it is reduced, the store keeps the action
  /// and the action keeps the store. Comes from `-dispatchAction:` of ReduxObjC.
  ///
  /// There is no back-pressure here: beyond `StoreConfiguration.pendingLimit` the process ends
  /// with a message. Where producers may outrun the reduce blocks, use `dispatchAndWait(_:)`.
  ///
  /// Complexity: amortised O(1); one lock, and one queue item per burst.
  ///
  /// - Parameter action: what happened.
  public func dispatch(_ action: Action) {
    mailbox.put(action) { schedule() }
  }

  /// Dispatches `action` and returns when it is reduced: the form with back-pressure.
  ///
  /// A producer that awaits each action has one pending at most. Cancelling the task does not
  /// take the action back. Observers may still have to be told, see `settle()`.
  ///
  /// - Parameter action: what happened.
  public func dispatchAndWait(_ action: Action) async {
    await withCheckedContinuation {
      mailbox.put(CollectionOfOne(action), .resume($0), schedule: schedule)
    }
  }

  /// Dispatches `actions` in order and returns when all of them are reduced.
  ///
  /// For a producer of very many actions, an import for instance: however many there are, about a
  /// thousand of them are pending at most. Actions of other callers may come in between.
  /// Cancelling the task does not stop it: what was begun is reduced whole.
  ///
  /// - Parameter actions: what happened, made while the earlier ones are reduced.
  public func dispatchAndWait(contentsOf actions: some Sequence<Action>) async {
    var rest = actions.makeIterator()
    while true {
      var chunk: [Action] = []
      while chunk.count < 1_024, let action = rest.next() { chunk.append(action) }
      if chunk.isEmpty { return }
      await withCheckedContinuation { waiter in
        mailbox.put(chunk, .resume(waiter)) { schedule() }
      }
    }
  }

  /// Puts the job that empties the mailbox last in the queue.
  ///
  /// It keeps the store alive.
  func schedule() {
    queue.async { self.drain() }
  }
}
