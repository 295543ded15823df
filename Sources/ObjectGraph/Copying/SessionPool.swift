internal import Foundation

extension CodingUserInfoKey {
  /// The key whose value is true in the `userInfo` of every encoder and decoder of this module.
  ///
  /// With this key, `init(from:)` can create observers in a model that is restored from a file, and none in a snapshot:
  ///
  /// ```swift
  /// init(from decoder: any Decoder) throws {
  ///   title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
  ///   if decoder.userInfo[.isGraphCopy] == nil { observeChanges() }
  /// }
  /// ```
  public static let isGraphCopy = CodingUserInfoKey(rawValue: "Landbridge.isGraphCopy")!
}

/// The sessions that no copy uses at the moment.
///
/// `@unchecked Sendable`:
/// 1. `idle` is read and written only while `lock` is held.
/// 2. A session is either in `idle` or in use by the one call that removed it, so two threads never
///    use one session at the same time.
/// 3. A session in `idle` holds no value of any graph: a call clears its session before it returns
///    it, and does not return one with a record that a type has kept.
final class SessionPool: @unchecked Sendable {
  private let lock = NSLock()
  private var idle: [GraphSession] = []
  private let limit = 4

  /// Runs `body` with a session that no other call uses.
  func withSession<Result>(_ body: (GraphSession) throws -> Result) rethrows -> Result {
    let session = lock.withLock { idle.popLast() } ?? GraphSession()
    defer {
      session.forgetGraph()
      let isKept = lock.withLock {
        guard !session.hasKeptRecords, idle.count < limit else { return false }
        idle.append(session)
        return true
      }
      if !isKept { session.close() }
    }
    unsafe session.stack.pointee.begin()
    return try body(session)
  }

  deinit {
    for session in idle { session.close() }
  }
}
