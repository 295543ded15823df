import ReferenceRedux

/// The listeners of one slice, asked after each compared action whether it concerns them.
final class Listeners<Value: Sendable>: Sendable {
  typealias Interest = @Sendable (_ before: Value, _ after: Value) -> Bool

  private let interests = Locked<[(id: Int, isConcerned: Interest)]>([])

  var isEmpty: Bool { interests.withLock { $0.isEmpty } }

  func add(_ id: Int, _ isConcerned: @escaping Interest) {
    interests.withLock { $0.append((id, isConcerned)) }
  }

  func remove(_ id: Int) {
    interests.withLock { $0.removeAll { $0.id == id } }
  }

  /// Those for whom something has changed.
  func concerned(before: Value, after: Value) -> [Int] {
    // The user's closures are called outside of the lock.
    interests.withLock { $0 }.filter { $0.isConcerned(before, after) }.map(\.id)
  }
}
