import Foundation
import ReferenceRedux
import StoreContract
import Testing

/// Calls that would wait for themselves or without end: the original died without a message.
@Suite("Misuse ends the process with a message", .timeLimit(.minutes(15)))
struct MisuseTests {
  enum Misuse: String, CaseIterable, Codable {
    case currentState = "currentState()"
    case read = "read(_:)"
    case readBetweenActions = "readBetweenActions(_:)"
    case flush = "flush()"
    case currentStateBelowANestedQueue, currentStateInsideRead, readInTheCoding, readByAPayload
    case autosaveFlush, tooManyPending
    #if DEBUG
      case readsInOppositeOrders
    #endif

    /// Parts of the message, among them the remedy.
    var message: [String] {
      switch self {
      case .currentState, .read, .readBetweenActions, .flush:
        [
          "\(rawValue) was called on the thread that is reducing action 2 `LegacyAction`",
          "use the state that",
        ]
      case .currentStateBelowANestedQueue: Self.currentState.message
      case .currentStateInsideRead, .readInTheCoding:
        ["on the thread that is reading the same store", "Use the state that"]
      case .readByAPayload:
        ["read(_:) was called on the thread that is reducing actions, which"]
      case .autosaveFlush: ["flush() was called inside the save of the same autosave"]
      case .tooManyPending: ["1000 actions are waiting", "dispatchAndWait"]
      #if DEBUG
        case .readsInOppositeOrders:
          ["was called on a thread that has access to another store"]
      #endif
      }
    }

    func perform() async throws {
      switch self {
      case .currentState: reduceOnce { _ = try? $0.currentState() }
      case .read: reduceOnce { store in _ = store.read { $0.left } }
      case .readBetweenActions: reduceOnce { store in _ = store.readBetweenActions { $0.left } }
      case .flush: reduceOnce { $0.flush() }
      case .currentStateBelowANestedQueue:
        reduceOnce { store in
          DispatchQueue(label: "outer").sync {
            DispatchQueue(label: "inner").sync { _ = try? store.currentState() }
          }
        }
      case .currentStateInsideRead:
        let store = countingStore()
        store.read { _ in _ = try? store.currentState() }
      case .readInTheCoding:
        let store = ReferenceStore<Curious, LegacyAction>(state: Curious(), reducers: [])
        Curious.whileEncoding.record { store.read { _ in } }
        _ = try? store.currentState()
      case .readByAPayload:
        let isOwned = LegacyGate()
        let store = ReferenceStore<LegacyState, Shipment>(state: LegacyState()) { _, _ in
          _ = isOwned.wait()
        }
        let name = String(repeating: "freed before the parcel ", count: 4)
        store.dispatch(.send(name, LegacyToken { [unowned store] in _ = store.read { $0.left } }))
        isOwned.open()
        store.flush()
      case .autosaveFlush:
        let store = countingStore()
        let autosaves = LegacyRecorder<Autosave<LegacyState, LegacyAction>>()
        autosaves.record(
          Autosave(of: store, after: .zero) { _ in
            async let flush: Void = autosaves.values[0].flush()
            try await flush
            exit(0)
          })
        store.dispatch(LegacyAction("change"))
        try await autosaves.values[0].flush()
      case .tooManyPending:
        let gate = LegacyGate()
        let configuration = StoreConfiguration { $0.pendingLimit = 1_000 }
        let store = LegacyReferenceStore(state: LegacyState(), configuration: configuration) {
          _, _ in _ = gate.wait()
        }
        // One batch is in hand at most, the other thousand is the limit.
        for number in 0..<2_001 { store.dispatch(LegacyAction("storm", number)) }
      #if DEBUG
        case .readsInOppositeOrders:
          let (one, other) = (countingStore(), countingStore())
          let (hasOne, hasOther) = (LegacyGate(), LegacyGate())
          async let first = onThread {
            one.readBetweenActions { _ in
              hasOne.open()
              _ = hasOther.wait()
              return other.read { $0.left }
            }
          }
          async let second = onThread {
            other.read { _ in
              hasOther.open()
              _ = hasOne.wait()
              return one.readBetweenActions { $0.left }
            }
          }
          _ = try await (first, second)
      #endif
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func endsTheProcess(_ misuse: Misuse) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse] in
      try await misuse.perform()
      exit(0)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    for part in misuse.message { #expect(text.contains(part)) }
  }

  @Test func anotherStoreMayBeReadInAReduceBlockAndInAReadInOneOrder() async throws {
    let (one, other) = (countingStore(), countingStore())
    try await onThreads(4) { _ in
      for _ in 0..<200 {
        one.dispatch(LegacyAction("one"))
        other.dispatch(LegacyAction("other"))
        _ = one.read { _ in other.read { $0.left } }
      }
    }
    let reading = LegacyReferenceStore(
      state: LegacyState(), reducers: [{ state, _ in state.left = other.read { $0.left } }])
    reading.dispatch(LegacyAction("ask the other"))
    #expect([one, other, reading].map { $0.read { $0.left } } == [800, 800, 800])
  }
}

/// Runs `misuse` in the reduce block of a store, as its second action.
private func reduceOnce(_ misuse: @escaping @Sendable (LegacyReferenceStore) -> Void) {
  let own = LegacyRecorder<LegacyReferenceStore>()
  let store = LegacyReferenceStore(state: LegacyState()) { _, action in
    if action.name == "misuse" { misuse(own.values[0]) }
  }
  own.record(store)
  store.dispatch(LegacyAction("innocent"))
  store.reduce("misuse")
}

private enum Shipment: Sendable {
  case send(String, LegacyToken)
}
