/// The running work of the middlewares of one store.
///
/// It issues a ticket before the task exists, so work that ends at once leaves no entry.
@usableFromInline
final class WorkRegistry: Sendable {
  private struct Contents {
    /// The work that has not returned: few pieces, so those under one id are searched for.
    var running: [WorkTicket] = []
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Whether no work runs, or none of a group.
    func isIdle(_ group: WorkGroup?) -> Bool {
      !running.contains { group == nil || $0.group === group }
    }
  }

  private let contents = LockedValue(Contents())

  /// The group that work belongs to which starts now.
  @MainActor private var group: WorkGroup?

  /// The number of pieces of work that have not returned, including cancelled ones.
  var runningCount: Int { contents.withLock { $0.running.count } }

  /// Lets work that starts during a body belong to a group.
  @MainActor
  func within<Result>(_ group: WorkGroup?, _ body: () -> Result) -> Result {
    let outer = self.group
    self.group = group
    defer { self.group = outer }
    return body()
  }

  /// Enters a piece of work, or returns nil if other work under the id refuses it.
  @MainActor
  func begin(id: WorkID?, overlap: WorkOverlap) -> WorkTicket? {
    if let id {
      switch overlap {
      case .cancelPrevious: cancel(id: id)
      case .runAll: break
      case .refuse: if !work(under: id).isEmpty { return nil }
      }
    }
    let ticket = WorkTicket(id: id, group: group)
    contents.withLock { $0.running.append(ticket) }
    return ticket
  }

  func end(_ ticket: WorkTicket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      contents.running.removeAll { $0 === ticket }
      guard contents.running.isEmpty || ticket.group != nil else { return [] }
      return exchange(&contents.waiters, with: [])
    }
    waiters.forEach { $0.resume() }
  }

  /// Cancels the work under an id, or all work.
  func cancel(id: WorkID? = nil) {
    work(under: id).forEach { $0.cancel() }
  }

  /// The work under an id, or all work, apart from what is cancelled.
  private func work(under id: WorkID?) -> [WorkTicket] {
    contents.withLock { $0.running }.filter { (id == nil || $0.id == id) && !$0.isCancelled }
  }

  /// Whether work of a group has not returned.
  func isRunning(_ group: WorkGroup) -> Bool { !contents.withLock { $0.isIdle(group) } }

  /// Returns when no work runs, or none of a group, and a condition holds; after `resumeWaiters()`, or
  /// on cancellation.
  func waitUntilIdle(
    _ group: WorkGroup? = nil, and condition: @escaping @Sendable () -> Bool = { true }
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          if contents.isIdle(group), condition() { return false }
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

/// One piece of work, also after it has returned: what is sent then asks whether it was cancelled.
final class WorkTicket: Sendable {
  private struct Status {
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  let id: WorkID?
  /// The action that caused the work, if a caller waits for what it causes.
  let group: WorkGroup?
  private let status = LockedValue(Status())

  fileprivate init(id: WorkID?, group: WorkGroup?) {
    self.id = id
    self.group = group
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

/// The work that one action caused.
final class WorkGroup: Sendable {}

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
