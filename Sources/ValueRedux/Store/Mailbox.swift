/// Actions on their way from any thread to the main actor.
final class Mailbox<Action: Sendable>: Sendable {
  private struct Contents {
    var actions: [Action] = []
    var isCollectionUnderWay = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = Locked(Contents())

  /// Puts an action at the end; answers whether somebody has to be sent to collect.
  func put(_ action: Action) -> Bool {
    contents.withLock { contents in
      contents.actions.append(action)
      defer { contents.isCollectionUnderWay = true }
      return !contents.isCollectionUnderWay
    }
  }

  /// Takes out everything that lies here; empty when the collection is over.
  func take() -> [Action] {
    let (actions, waiters) = contents.withLock { contents in
      defer { contents.actions = [] }
      guard contents.actions.isEmpty else {
        return (contents.actions, [CheckedContinuation<Void, Never>]())
      }
      contents.isCollectionUnderWay = false
      defer { contents.waiters = [] }
      return ([], contents.waiters)
    }
    waiters.forEach { $0.resume() }
    return actions
  }

  /// Whether something lies here or is being collected.
  var isBusy: Bool { contents.withLock { $0.isCollectionUnderWay } }

  /// Returns when nothing lies here and nothing is being collected.
  func waitUntilCollected() async {
    await withCheckedContinuation { continuation in
      let isEmpty = contents.withLock { contents in
        if !contents.isCollectionUnderWay { return true }
        contents.waiters.append(continuation)
        return false
      }
      if isEmpty { continuation.resume() }
    }
  }
}
