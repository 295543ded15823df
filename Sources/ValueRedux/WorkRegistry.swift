/// The running work of the middlewares of one store.
///
/// It issues a ticket before the task exists, so work that ends at once leaves no entry.
@usableFromInline
final class WorkRegistry: Sendable {
  struct Ticket: Sendable {
    fileprivate let number: UInt64
    /// The action that caused the work, if a caller waits for what it causes.
    let group: WorkGroup?
    /// Outlives the entry of the work, for what is sent after the work has returned.
    let isCancelled = LockedValue(false)
  }

  private struct Entry {
    /// Nil once the work is cancelled, and for work without an id.
    var id: WorkID?
    let ticket: Ticket
    var task: Task<Void, Never>?
  }

  private struct Contents {
    /// The work that has not returned, by number: few pieces, so those under one id are searched for.
    var running: [UInt64: Entry] = [:]
    var lastNumber: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Marks the work under an id, or all work, as cancelled, and returns the tasks to cancel.
    mutating func cancel(_ id: WorkID?) -> [Task<Void, Never>] {
      let numbers = running.keys.filter { id == nil || running[$0]?.id == id }.sorted()
      return numbers.compactMap { number in
        running[number]?.ticket.isCancelled.withLock { $0 = true }
        running[number]?.id = nil
        return running[number]?.task
      }
    }
  }

  private let contents = LockedValue(Contents())

  @usableFromInline init() {}

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
  func begin(id: WorkID?, overlap: WorkOverlap) -> Ticket? {
    let group = group
    let (ticket, previous) = contents.withLock {
      contents -> (Ticket?, [Task<Void, Never>]) in
      var previous: [Task<Void, Never>] = []
      if let id {
        switch overlap {
        case .cancelPrevious: previous = contents.cancel(id)
        case .runAll: break
        case .refuse:
          if contents.running.values.contains(where: { $0.id == id }) { return (nil, []) }
        }
      }
      contents.lastNumber += 1
      let ticket = Ticket(number: contents.lastNumber, group: group)
      contents.running[ticket.number] = Entry(id: id, ticket: ticket)
      return (ticket, previous)
    }
    previous.forEach { $0.cancel() }
    return ticket
  }

  func attach(_ task: Task<Void, Never>, to ticket: Ticket) {
    contents.withLock { $0.running[ticket.number]?.task = task }
    if ticket.isCancelled.withLock({ $0 }) { task.cancel() }
  }

  func end(_ ticket: Ticket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      guard let entry = contents.running.removeValue(forKey: ticket.number) else { return [] }
      guard contents.running.isEmpty || entry.ticket.group != nil else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    waiters.forEach { $0.resume() }
  }

  func cancel(id: WorkID) {
    contents.withLock { $0.cancel(id) }.forEach { $0.cancel() }
  }

  func cancelAll() {
    contents.withLock { $0.cancel(nil) }.forEach { $0.cancel() }
  }

  /// Whether work of a group has not returned.
  func isRunning(_ group: WorkGroup) -> Bool {
    contents.withLock { contents in contents.running.values.contains { $0.ticket.group === group } }
  }

  /// Returns when no work runs and a condition holds, after `resumeWaiters()`, or on cancellation.
  func waitUntilIdle(and condition: @escaping @Sendable () -> Bool) async {
    await wait { contents in contents.running.isEmpty && condition() }
  }

  /// Returns when no work of a group runs, after `resumeWaiters()`, or on cancellation.
  func waitUntilIdle(_ group: WorkGroup) async {
    await wait { contents in !contents.running.values.contains { $0.ticket.group === group } }
  }

  private func wait(until isReached: @escaping @Sendable (Contents) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          if isReached(contents) { return false }
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
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [] }
      return contents.waiters
    }
    waiters.forEach { $0.resume() }
  }
}

/// The work that one action caused.
final class WorkGroup: Sendable {}

/// The middleware of a store that an id belongs to.
final class WorkScope: Sendable {}

/// The name of a piece of work among that of one middleware.
// @unchecked Sendable:
// 1. The wrapped value is `Sendable`: the initializer takes nothing else, and it is a constant.
struct WorkID: Hashable, @unchecked Sendable {
  private let scope: ObjectIdentifier
  /// `AnyHashable` alone takes numbers of different types for the same.
  private let type: ObjectIdentifier
  private let base: AnyHashable

  init(_ base: any Hashable & Sendable, in scope: WorkScope) {
    self.scope = ObjectIdentifier(scope)
    type = ObjectIdentifier(Swift.type(of: base))
    self.base = AnyHashable(base)
  }
}
