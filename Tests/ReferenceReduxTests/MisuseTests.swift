import Dispatch
import ReferenceRedux
import StoreContract
import Testing

/// Asking a store for its state on the thread that holds it: the original died without a word.
@Suite("Misuse ends the process with a message", .timeLimit(.minutes(15)))
struct MisuseTests {
  @Test func currentStateInAReduceBlock() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      reduceOnce { store in _ = try? store.currentState() }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("currentState() was called on the thread that is reducing"))
    #expect(message.contains("action 2 `LegacyAction`"))
    #expect(message.contains("use the state that it receives"))
  }

  @Test func currentStateInAReduceBlockBelowANestedQueue() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      reduceOnce { store in
        DispatchQueue(label: "outer").sync {
          DispatchQueue(label: "inner").sync { _ = try? store.currentState() }
        }
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("currentState() was called on the thread that is reducing"))
  }

  @Test func readInAReduceBlock() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      reduceOnce { store in _ = store.read { $0.left } }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("read(_:) was called on the thread that is reducing"))
  }

  @Test func flushInAReduceBlock() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      reduceOnce { store in store.flush() }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("flush() was called on the thread that is reducing"))
  }

  @Test func currentStateInsideRead() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = countingStore()
      store.read { _ in _ = try? store.currentState() }
      exitNormally()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("on the thread that is reading the same store"))
  }

  #if DEBUG
    @Test func storesThatAreReadInsideEachOtherInOppositeOrders() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let (one, other) = (countingStore(), countingStore())
        let (hasOne, hasOther) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
        async let first = onThread {
          one.read { _ in
            hasOne.open()
            _ = hasOther.wait()
            return other.read { $0.left }
          }
        }
        async let second = onThread {
          other.read { _ in
            hasOther.open()
            _ = hasOne.wait()
            return one.read { $0.left }
          }
        }
        _ = try await (first, second)
        exitNormally()
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("read(_:) was called on a thread that has access to another store"))
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
