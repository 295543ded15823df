import ReferenceRedux
import StoreContract
import Testing

@MainActor
@Suite("A shared snapshot", .timeLimit(.minutes(15)))
struct SharedSnapshotTests {
  @Test func isOneCopyForAllObserversOfAChange() async throws {
    let store = countingStore()
    let seen = LegacyRecorder<ObjectIdentifier>()
    let tokens = (0..<10).map { _ in
      store.observe { _ in
        if let state = try? store.sharedSnapshot() { seen.record(ObjectIdentifier(state)) }
        // The store moves on while they are told.
        store.dispatch(LegacyAction("meanwhile"))
        if seen.values.count >= 10 { store.flush() }
      }
    }
    store.dispatch(LegacyAction("first"))
    store.flush()
    await LegacyMainActor.turn()
    withExtendedLifetime(tokens) {}
    #expect(Set(seen.values.prefix(10)).count == 1)
    #expect(store.statistics.copiesMade == seen.values.count / 10)
  }

  @Test func isSharedUntilSomethingIsDispatched() async throws {
    let store = countingStore()
    let first = try store.sharedSnapshot()
    #expect(try store.sharedSnapshot() === first)
    #expect(store.statistics.copiesMade == 1)
    store.dispatch(LegacyAction("write"))
    let second = try store.sharedSnapshot()
    #expect(second !== first)
    #expect(second.left == 1)
    #expect(first.left == 0)
    await store.settle()
    #expect(try store.sharedSnapshot() === second)
  }

  @Test func isNotKeptByTheStore() async throws {
    let store = countingStore()
    weak var copy: LegacyState?
    let token = store.observe { _ in copy = try? store.sharedSnapshot() }
    store.dispatch(LegacyAction("write"))
    await store.settle()
    withExtendedLifetime(token) {}
    #expect(store.statistics.copiesMade == 1)
    #expect(copy == nil)
  }

  @Test func isNoPartOfTheLiveState() async throws {
    let store = countingStore()
    let copy = try store.sharedSnapshot()
    let (identity, item) = store.read { (ObjectIdentifier($0), ObjectIdentifier($0.items[0])) }
    #expect(ObjectIdentifier(copy) != identity)
    #expect(ObjectIdentifier(copy.items[0]) != item)
    #expect(copy.favourite === copy.items[0])
  }
}
