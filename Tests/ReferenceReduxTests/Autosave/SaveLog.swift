import Foundation
import StoreContract

/// A disk that remembers what was saved, and can be slow or full.
final class SaveLog: @unchecked Sendable {
  // `@unchecked Sendable` because the variables are private or go through `lock`.
  struct DiskIsFull: Error {}

  let isHeld = LegacyGate(patience: 300)
  let release = LegacyGate(patience: 300)
  private let lock = NSLock()
  private var states: [(left: Int, onMain: Bool)] = []
  private var isHolding = false
  private var isFailing = false
  private var inside = 0
  private var most = 0
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  var lefts: [Int] { lock.withLock { states.map(\.left) } }
  var onMain: [Bool] { lock.withLock { states.map(\.onMain) } }
  var mostAtOnce: Int { lock.withLock { most } }

  var holds: Bool {
    get { lock.withLock { isHolding } }
    set { lock.withLock { isHolding = newValue } }
  }

  var fails: Bool {
    get { lock.withLock { isFailing } }
    set { lock.withLock { isFailing = newValue } }
  }

  func save(_ state: sending LegacyState) async throws {
    if fails { throw DiskIsFull() }
    let left = state.left
    lock.withLock {
      inside += 1
      most = max(most, inside)
    }
    if holds {
      isHeld.open()
      _ = try await onThread { self.release.wait() }
    }
    let told = lock.withLock {
      inside -= 1
      states.append((left, LegacyMainActor.isCurrent))
      defer { watchers.removeAll { $0.count <= states.count } }
      return watchers.filter { $0.count <= states.count }
    }
    told.forEach { $0.continuation.resume() }
  }

  /// Waits until so many states were saved.
  func count(is count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = lock.withLock {
        if states.count < count { watchers.append((count, continuation)) }
        return states.count >= count
      }
      if isReached { continuation.resume() }
    }
  }
}
