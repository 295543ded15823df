import Foundation

/// The sessions that wait for the next copy, for any thread to take.
///
/// `@unchecked Sendable`:
/// 1. `idle` is read and written only while `lock` is held.
/// 2. A session is in `idle` or with the one call that took it out, never with both, so two threads
///    never use one session at the same time.
/// 3. A session in `idle` holds no value of any graph: it is cleared before it is given back, and
///    one that a record outlived is not given back at all.
final class SessionPool: @unchecked Sendable {
  private let lock = NSLock()
  private var idle: [GraphSession] = []
  private let limit = 4

  /// Lends a session to `body`.
  func withSession<Result>(_ body: (GraphSession) throws -> Result) rethrows -> Result {
    let session = lock.withLock { idle.popLast() } ?? GraphSession()
    defer { giveBack(session) }
    return try body(session)
  }

  private func giveBack(_ session: GraphSession) {
    let isKept = lock.withLock {
      guard !session.hasStrayRecords, idle.count < limit else { return false }
      idle.append(session)
      return true
    }
    if !isKept { session.close() }
  }

  deinit {
    for session in idle { session.close() }
  }
}
