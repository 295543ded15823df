import ReferenceRedux
import StoreContract
import Testing

@Suite("Reading", .timeLimit(.minutes(15)))
struct ReadingTests {
  @Test func readBorrowsTheLiveStateWithoutACopy() {
    let live = LegacyRecorder<ObjectIdentifier>()
    let store = LegacyReferenceStore(state: LegacyState()) { state, _ in
      live.record(ObjectIdentifier(state))
      state.left += 1
    }
    store.dispatch(LegacyAction("seen by the same caller"))
    #expect(store.read { $0.left } == 1)
    #expect(store.read { ObjectIdentifier($0) } == live.values.first)
    #expect(store.statistics.copiesMade == 0)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try store.read { _ in throw Refusal() } }
  }

  @Test func aGraphThatCannotBeCopiedThrowsAndTheStoreGoesOn() async throws {
    let store = ReferenceStore<Stubborn, LegacyAction>(
      state: Stubborn(), reducers: [{ state, action in state.refuses = action.name == "refuse" }])
    store.dispatch(LegacyAction("refuse"))
    #expect(throws: EncodingError.self) { try store.currentState() }
    await #expect(throws: EncodingError.self) { try await store.snapshot() }
    _ = await MainActor.run {
      #expect(throws: EncodingError.self) { try store.sharedSnapshot() }
    }
    #expect(store.read { $0.refuses })
    store.dispatch(LegacyAction("relent"))
    #expect(try store.currentState().refuses == false)
  }
}

/// A state that cannot always be encoded.
private final class Stubborn: Codable {
  var refuses = false

  init() {}

  private enum CodingKeys: CodingKey {
    case refuses
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if refuses {
      throw EncodingError.invalidValue(
        self, .init(codingPath: container.codingPath, debugDescription: "not today"))
    }
    try container.encode(refuses, forKey: .refuses)
  }
}

@MainActor
@Suite("A shared snapshot", .timeLimit(.minutes(15)))
struct SharedSnapshotTests {
  @Test func isOneCopyForAllObserversOfAChange() async throws {
    let store = countingStore()
    let seen = LegacyRecorder<ObjectIdentifier>()
    let tokens = (0..<10).map { _ in
      store.observe { _ in
        if let state = try? store.sharedSnapshot() { seen.record(ObjectIdentifier(state)) }
        // The store continues while it notifies them.
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

  @Test func fromBeforeANotificationIsTheOneOfAllItsObservers() async throws {
    let store = countingStore()
    let seen = LegacyRecorder<ObjectIdentifier>()
    let tokens = (0..<2).map { _ in
      store.observe { _ in
        if let state = try? store.sharedSnapshot() { seen.record(ObjectIdentifier(state)) }
        if seen.values.count == 1 { store.dispatch(LegacyAction("meanwhile")) }
      }
    }
    store.dispatch(LegacyAction("first"))
    let copy = try store.sharedSnapshot()
    await store.settle()
    withExtendedLifetime(tokens) {}
    #expect(seen.values.prefix(2) == [ObjectIdentifier(copy), ObjectIdentifier(copy)])
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
}
