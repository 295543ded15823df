import Dispatch
import ReferenceRedux
import StoreContract
import Testing

/// H1 again, where the store releases what it kept: a subclass, a payload or a work item that uses
/// the store in its `deinit`.
@Suite("What is released may use the store", .timeLimit(.minutes(15)))
struct ReleaseTests {
  @Test func aSubclassReadsItsStateAsItIsReleasedOnItsOwnQueue() async {
    await #expect(processExitsWith: .success) {
      let (isReducing, isReleased) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
      let (isOver, read) = (LegacyGate(patience: 300), LegacyRecorder<Int>())
      do {
        let store = FarewellStore { state in
          read.record(state.left)
          isOver.open()
        } during: {
          isReducing.open()
          _ = isReleased.wait()
        }
        store.dispatch(LegacyAction("last"))
        precondition(isReducing.wait())
      }
      isReleased.open()
      precondition(isOver.wait() && isOver.wait())
      precondition(read.values == [1, 1])
    }
  }

  @Test func aPayloadThatReadsTheStoreAsItIsReleasedEndsTheProcessWithAMessage() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let isOwned = LegacyGate(patience: 300)
      let store = ReferenceStore<LegacyState, Shipment>(
        state: LegacyState(), reducers: [{ _, _ in _ = isOwned.wait() }])
      let name = String(repeating: "freed before the parcel ", count: 4)
      store.dispatch(.send(name, Parcel { [unowned store] in _ = store.read { $0.left } }))
      isOwned.open()
      store.flush()
      exitNormally()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("read(_:) was called on the thread that is reducing actions, which"))
  }

  @Test func aPayloadMayDispatchAsItIsReleased() {
    let store = ReferenceStore<LegacyState, Parcel>(
      state: LegacyState(), reducers: [{ state, _ in state.left += 1 }])
    store.dispatch(
      Parcel { [unowned store] in
        store.dispatch(Parcel {})
      })
    store.flush()
    #expect(store.read { $0.left } == 2)
  }

  @Test func aWorkItemReadsWhatItDispatchedAsItIsReleased() async {
    await #expect(processExitsWith: .success) {
      let (isKept, isOver) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
      let read = LegacyRecorder<Int>()
      let store = countingStore()
      do {
        let parcel = Parcel {
          store.dispatch(LegacyAction("farewell"))
          read.record(store.read { $0.left })
          store.dispatch(LegacyAction("another"))
          store.flush()
          read.record((try? store.currentState().left) ?? -1)
          isOver.open()
        }
        store.enqueue { _ in
          _ = isKept.wait()
          withExtendedLifetime(parcel) {}
        }
      }
      isKept.open()
      precondition(isOver.wait())
      precondition(read.values == [1, 2])
    }
  }
}

private enum Shipment: Sendable {
  case send(String, Parcel)
}

/// Runs a closure as it is released.
private final class Parcel: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}

/// Passes its last state on, copied and lent.
private final class FarewellStore: ReferenceStore<LegacyState, LegacyAction>, @unchecked Sendable {
  private let farewell: @Sendable (LegacyState) -> Void

  init(
    _ farewell: @escaping @Sendable (LegacyState) -> Void, during: @escaping @Sendable () -> Void
  ) {
    self.farewell = farewell
    var configuration = StoreConfiguration()
    configuration.postsNotifications = false
    super.init(
      state: LegacyState(),
      reducers: [
        { state, _ in
          state.left += 1
          during()
        }
      ], configuration: configuration)
  }

  deinit {
    flush()
    read(farewell)
    if let state = try? currentState() { farewell(state) }
  }
}
