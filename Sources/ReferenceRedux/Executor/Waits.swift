#if DEBUG
  internal import Foundation

  /// The threads that wait for access to a store, in debug builds.
  ///
  /// Two stores that are read inside each other in opposite orders wait for each other without end.
  /// The thread that closes such a ring finds it here, before it waits.
  enum Waits {
    private typealias Wait = (thread: pthread_t, store: Locked<Progress>)

    private static let waits = Locked<[Wait]>([])

    /// Records that the calling thread waits for the store of `progress`, unless that would be
    /// without end.
    ///
    /// Returns `false` if it would. Several threads may close a ring at once: the lock lets the last
    /// of them see the others.
    static func begin(for progress: Locked<Progress>) -> Bool {
      waits.withLock { waits in
        var store = progress
        for _ in 0...waits.count {
          let (isOwn, holder) = store.withLock { progress in
            let holder = waits.firstIndex { progress.access.isHeld(by: $0.thread) }
            return (progress.access.activityOfThisThread != nil, holder)
          }
          // Access to the first store may have been granted since the thread requested it.
          if isOwn, store !== progress { return false }
          guard let holder else { break }
          store = waits[holder].store
        }
        waits.append((pthread_self(), progress))
        return true
      }
    }

    /// Forgets the wait that `begin(for:)` recorded on `thread`.
    static func end(of thread: pthread_t) {
      waits.withLock { waits in
        waits.removeAll { pthread_equal($0.thread, thread) != 0 }
      }
    }
  }
#endif
