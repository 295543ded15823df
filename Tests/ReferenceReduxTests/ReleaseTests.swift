import ReferenceRedux
import StoreContract
import Testing

/// H1 again, where the store releases what it kept: a subclass, a payload or a work item that uses
/// the store in its `deinit`.
@Suite("Released objects may use the store", .timeLimit(.minutes(15)))
struct ReleaseTests {
  @Test func aSubclassReadsItsStateAsItIsReleasedOnItsOwnQueue() async {
    await #expect(processExitsWith: .success) {
      let (isReducing, isReleased) = (LegacyGate(), LegacyGate())
      let (isOver, read) = (LegacyGate(), LegacyRecorder<Int>())
      do {
        let block: ReduceBlock<LegacyState, LegacyAction> = { state, _ in
          state.left += 1
          isReducing.open()
          _ = isReleased.wait()
        }
        let store = EndingStore([block]) { store in
          store.flush()
          read.record(store.read { $0.left })
          read.record((try? store.currentState().left) ?? -1)
          isOver.open()
        }
        store.dispatch(LegacyAction("last"))
        precondition(isReducing.wait())
      }
      isReleased.open()
      precondition(isOver.wait())
      precondition(read.values == [1, 1])
    }
  }

  @Test func aPayloadMayDispatchAsItIsReleased() {
    let store = ReferenceStore<LegacyState, LegacyToken>(
      state: LegacyState(), reducers: [{ state, _ in state.left += 1 }])
    store.dispatch(LegacyToken { [unowned store] in store.dispatch(LegacyToken {}) })
    store.flush()
    #expect(store.read { $0.left } == 2)
  }

  @Test func aWorkItemReadsWhatItDispatchedAsItIsReleased() async {
    await #expect(processExitsWith: .success) {
      let (isKept, isOver) = (LegacyGate(), LegacyGate())
      let read = LegacyRecorder<Int>()
      let store = countingStore()
      do {
        let parcel = LegacyToken {
          store.dispatch(LegacyAction("farewell"))
          read.record(store.read { $0.left })
          store.reduce("another")
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
