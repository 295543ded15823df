import Dispatch
import ReferenceRedux
import StoreContract
import Testing

/// Asking a store for its state on the thread that holds it: the original died without a word.
@Suite("Misuse ends the process with a message", .timeLimit(.minutes(15)))
struct MisuseTests {
  /// A call on a thread that holds the state.
  enum Misuse: String, CaseIterable, Codable {
    case currentState = "currentState()"
    case currentStateBelowANestedQueue
    case read = "read(_:)"
    case readBetweenActions = "readBetweenActions(_:)"
    case flush = "flush()"
    case currentStateInsideRead

    func perform(with store: LegacyReferenceStore) {
      switch self {
      case .currentState, .currentStateInsideRead: _ = try? store.currentState()
      case .currentStateBelowANestedQueue:
        DispatchQueue(label: "outer").sync {
          DispatchQueue(label: "inner").sync { _ = try? store.currentState() }
        }
      case .read: _ = store.read { $0.left }
      case .readBetweenActions: _ = store.readBetweenActions { $0.left }
      case .flush: store.flush()
      }
    }

    var message: String {
      switch self {
      case .currentStateBelowANestedQueue: Self.currentState.message
      case .currentStateInsideRead: "on the thread that is reading the same store"
      default: "\(rawValue) was called on the thread that is reducing action 2 `LegacyAction`"
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func aCallOnTheThreadThatHoldsTheState(_ misuse: Misuse) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse] in
      if misuse == .currentStateInsideRead {
        let store = countingStore()
        store.read { _ in misuse.perform(with: store) }
        exitNormally()
      }
      reduceOnce { misuse.perform(with: $0) }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(misuse.message))
    #expect(message.contains("se the state that"))
  }

  #if DEBUG
    @Test func storesThatAreReadInsideEachOtherInOppositeOrders() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let (one, other) = (countingStore(), countingStore())
        let (hasOne, hasOther) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
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
        exitNormally()
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("was called on a thread that has access to another store"))
    }
  #endif

  @Test func storesMayBeReadInsideEachOtherInOneOrder() async throws {
    let (one, other) = (countingStore(), countingStore())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await onThread {
            for _ in 0..<200 {
              one.dispatch(LegacyAction("one"))
              other.dispatch(LegacyAction("other"))
              _ = one.read { _ in other.read { $0.left } }
            }
            return one.read { $0.left } + other.read { $0.left }
          }
        }
      }
      var last = 0
      for try await sum in group { last = max(last, sum) }
      #expect(last == 1_600)
    }
  }

  @Test func anotherStoreMayBeReadInAReduceBlock() {
    let other = countingStore()
    other.dispatch(LegacyAction("other"))
    let store = LegacyReferenceStore(
      state: LegacyState(), reducers: [{ state, _ in state.left = other.read { $0.left } }])
    store.dispatch(LegacyAction("ask the other"))
    #expect(store.read { $0.left } == 1)
  }
}

/// Runs `misuse` in the reduce block of a store, as its second action.
private func reduceOnce(_ misuse: @escaping @Sendable (LegacyReferenceStore) -> Void) -> Never {
  let own = LegacyRecorder<LegacyReferenceStore>()
  let store = LegacyReferenceStore(
    state: LegacyState(),
    reducers: [{ _, action in if action.name == "misuse" { misuse(own.values[0]) } }])
  own.record(store)
  store.dispatch(LegacyAction("innocent"))
  store.dispatch(LegacyAction("misuse"))
  store.flush()
  exitNormally()
}
