/// The running work of the middlewares of one store.
///
/// It issues a ticket before the task exists, so work that ends at once leaves no entry.
final class WorkRegistry: Sendable {
  typealias Ticket = UInt64

  private struct Entry {
    let id: WorkID?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private struct Contents {
    var running: [Ticket: Entry] = [:]
    var byID: [WorkID: Ticket] = [:]
    var lastTicket: Ticket = 0
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func cancel(_ ticket: Ticket) -> Task<Void, Never>? {
      guard let entry = running[ticket], !entry.isCancelled else { return nil }
      running[ticket]?.isCancelled = true
      if let id = entry.id, byID[id] == ticket { byID[id] = nil }
      return entry.task
    }
  }

  private let contents = Locked(Contents())

  /// The number of pieces of work that have not returned, including cancelled ones.
  var runningCount: Int { contents.withLock { $0.running.count } }

  func begin(id: WorkID?) -> Ticket {
    let (ticket, previous) = contents.withLock { contents in
      let previous = id.flatMap { contents.byID[$0] }.flatMap { contents.cancel($0) }
      contents.lastTicket += 1
      let ticket = contents.lastTicket
      contents.running[ticket] = Entry(id: id)
      if let id { contents.byID[id] = ticket }
      return (ticket, previous)
    }
    previous?.cancel()
    return ticket
  }

  func attach(_ task: Task<Void, Never>, to ticket: Ticket) {
    let isCancelled = contents.withLock { contents in
      contents.running[ticket]?.task = task
      return contents.running[ticket]?.isCancelled ?? false
    }
    if isCancelled { task.cancel() }
  }

  func end(_ ticket: Ticket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      if let id = contents.running.removeValue(forKey: ticket)?.id, contents.byID[id] == ticket {
        contents.byID[id] = nil
      }
      guard contents.running.isEmpty else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    waiters.forEach { $0.resume() }
  }

  /// Whether the work has neither ended nor been cancelled.
  func isRunning(_ ticket: Ticket) -> Bool {
    contents.withLock { $0.running[ticket].map { !$0.isCancelled } ?? false }
  }

  func cancel(id: WorkID) {
    contents.withLock { contents in
      contents.byID[id].flatMap { contents.cancel($0) }
    }?.cancel()
  }

  func cancelAll() {
    let tasks = contents.withLock { contents in
      contents.running.keys.compactMap { contents.cancel($0) }
    }
    tasks.forEach { $0.cancel() }
  }

  /// Returns when no work runs and a condition holds, after `resumeWaiters()`, or on cancellation.
  func waitUntilIdle(and condition: @escaping @Sendable () -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          if contents.running.isEmpty && condition() { return false }
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

  /// Resumes all callers of `waitUntilIdle()`.
  func resumeWaiters() {
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [] }
      return contents.waiters
    }
    waiters.forEach { $0.resume() }
  }
}

/// The name of a piece of work.
// @unchecked Sendable:
// 1. The wrapped value is `Sendable`: the initializer takes nothing else, and it is a constant.
struct WorkID: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ base: any Hashable & Sendable) {
    self.base = AnyHashable(base)
  }
}
