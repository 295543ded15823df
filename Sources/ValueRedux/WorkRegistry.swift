/// The running work of the middlewares of one store.
///
/// It issues a ticket before the task exists, so work that ends at once leaves no entry.
@usableFromInline
final class WorkRegistry: Sendable {
  private struct Contents {
    /// The work that has not returned, by its number: the order in which it began.
    var running = SubscriptionList<WorkTicket>()
    /// That of it which has an id and is not canceled.
    var named = [WorkID: SubscriptionList<WorkTicket>]()
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = LockedValue(Contents())

  /// The number of pieces of work that have not returned, including canceled ones.
  var runningCount: Int { contents.withLock { $0.running.count } }

  /// Enters a piece of work, or returns nil if other work under the id refuses it, or if the store is
  /// released.
  ///
  /// - Complexity: O(1) in the number of pieces that run, apart from those that it cancels.
  @MainActor
  func begin(id: WorkID?, overlap: WorkOverlap) -> WorkTicket? {
    if let id, overlap == .cancelPrevious { cancel(id: id) }
    return contents.withLock { contents in
      if contents.isClosed { return nil }
      if let id, overlap == .refuse, contents.named[id] != nil { return nil }
      let ticket = WorkTicket(contents.running.makeID(), id: id)
      contents.running.append(ticket, id: ticket.number)
      if let id {
        contents.named[id, default: SubscriptionList()].append(ticket, id: ticket.number)
      }
      return ticket
    }
  }

  func end(_ ticket: WorkTicket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      contents.running.remove(ticket.number)
      if let id = ticket.id {
        contents.named[id]?.remove(ticket.number)
        if contents.named[id]?.count == 0 { contents.named[id] = nil }
      }
      return contents.running.count == 0 ? exchange(&contents.waiters, with: []) : []
    }
    waiters.forEach { $0.resume() }
  }

  /// Cancels the work under an id, or all work, in the order in which it began.
  func cancel(id: WorkID? = nil) {
    let work = contents.withLock { contents in
      if let id { return contents.named.removeValue(forKey: id) }
      contents.named = Dictionary()
      return contents.running
    }
    for entry in work?.entries ?? [] { entry.delivery?.cancel() }
  }

  /// Cancels all work, and refuses what would start later.
  func close() {
    let isIdle = contents.withLock { contents in
      contents.isClosed = true
      return contents.running.count == 0
    }
    if !isIdle { cancel() }
  }

  /// Returns when no work runs and a condition holds, after `resumeWaiters()`, or on cancellation.
  ///
  /// On the main actor, so that nothing of it runs between what the caller finds there and the wait.
  @MainActor
  func waitUntilIdle(and condition: @escaping @Sendable () -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          if contents.running.count == 0, condition() { return false }
          contents.waiters.append(continuation)
          return true
        }
        if !mustWait { continuation.resume() }
        // A cancellation before this point found no continuation to resume.
        if Task.isCancelled { resumeWaiters() }
      }
    } onCancel: {
      resumeWaiters()
    }
  }

  /// Resumes all callers that wait.
  @usableFromInline
  func resumeWaiters() {
    contents.withLock { exchange(&$0.waiters, with: []) }.forEach { $0.resume() }
  }
}

/// One piece of work, also after it has returned: what is sent then asks whether it was canceled.
final class WorkTicket: Sendable {
  /// The number among the work of its store, in the order in which it began.
  let number: UInt64
  let id: WorkID?
  private let status = LockedValue((isCancelled: false, task: Task<Void, Never>?.none))

  fileprivate init(_ number: UInt64, id: WorkID?) {
    self.number = number
    self.id = id
  }

  var isCancelled: Bool { status.withLock { $0.isCancelled } }

  /// Names the task of the work, which begins before it has a name.
  func attach(_ task: Task<Void, Never>) {
    let isCancelled = status.withLock { status in
      status.task = task
      return status.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  fileprivate func cancel() {
    let task = status.withLock { status in
      status.isCancelled = true
      return status.task
    }
    task?.cancel()
  }
}

/// The name of a piece of work among that of one middleware.
// @unchecked Sendable:
// 1. The wrapped value is `Sendable`: the initializer takes nothing else, and it is a constant.
struct WorkID: Hashable, @unchecked Sendable {
  private let owner: ObjectIdentifier
  /// `AnyHashable` alone takes numbers of different types for the same.
  private let type: ObjectIdentifier
  private let base: AnyHashable

  /// The name of work of the middleware whose context is `owner`.
  init(_ base: any Hashable & Sendable, of owner: AnyObject) {
    self.owner = ObjectIdentifier(owner)
    type = ObjectIdentifier(Swift.type(of: base))
    self.base = AnyHashable(base)
  }
}
