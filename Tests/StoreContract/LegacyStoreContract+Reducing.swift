internal import Foundation
internal import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  func dispatchReturnsAtOnce() async throws {
    let hasReturned = LegacyGate()
    let passed = LegacyRecorder<Bool>()
    let store = store { _, _ in passed.record(hasReturned.wait()) }
    @Sendable func dispatch() {
      store.dispatch(LegacyAction("any"))
      hasReturned.open()
    }
    try await onThread(dispatch)
    await MainActor.run(body: dispatch)
    store.flush()
    #expect(passed.values == [true, true], "the block waited for dispatch to return")
  }

  func reducesSeriallyInOrder() async throws {
    try await reducesOneAtATime()
    let order = LegacyRecorder<(thread: String, number: Int)>()
    let store = store { state, action in
      state.left += 1
      order.record((action.name, action.number))
    }
    try await onThread {
      for number in 0..<10_000 { store.dispatch(LegacyAction("alone", number)) }
      store.flush()
    }
    try await onThreads(4) { thread in
      for number in 0..<5_000 { store.dispatch(LegacyAction("thread \(thread)", number)) }
    }
    store.flush()

    let byThread = Dictionary(grouping: order.values, by: \.thread).mapValues { $0.map(\.number) }
    #expect(byThread["alone"] == Array(0..<10_000))
    for thread in 0..<4 {
      #expect(byThread["thread \(thread)"] == Array(0..<5_000))
    }
    #expect(try store.currentState().left == 30_000)
  }

  private func reducesOneAtATime() async throws {
    // The one wait for a signal that must not come: a store that keeps the contract pays for it
    // in full, and cannot fail by being slow.
    let secondIsIn = LegacyGate(patience: 0.5)
    let overlaps = LegacyRecorder<Bool>()
    let store = store { _, action in
      if action.name == "first" { overlaps.record(secondIsIn.wait()) } else { secondIsIn.open() }
    }
    try await onThread {
      store.dispatch(LegacyAction("first"))
      store.dispatch(LegacyAction("second", 1))
      store.flush()
    }
    #expect(overlaps.values == [false], "two actions at once")
  }

  func runsEveryBlockInOrder() {
    let log = LegacyRecorder<String>()
    func block(_ name: String) -> ReduceBlock<LegacyState, LegacyAction> {
      { _, action in log.record("\(name) \(action.name)") }
    }
    let twice = block("twice")
    let store = make(LegacyState(), [twice, block("once"), twice])
    store.dispatch(LegacyAction("known"))
    store.dispatch(LegacyAction("unheard of"))
    store.flush()
    #expect(
      log.values == [
        "twice known", "once known", "twice known",
        "twice unheard of", "once unheard of", "twice unheard of",
      ])
  }

  func givesAllBlocksOneState() {
    let states = LegacyRecorder<ObjectIdentifier>()
    let tokens = LegacyRecorder<ObjectIdentifier?>()
    let block: ReduceBlock<LegacyState, LegacyAction> = { state, action in
      states.record(ObjectIdentifier(state))
      tokens.record(action.token.map { ObjectIdentifier($0) })
      state.left += 1
    }
    let initial = LegacyState()
    let identity = ObjectIdentifier(initial)
    let store = make(initial, [block, block])
    let token = LegacyToken()
    for number in 0..<3 { store.dispatch(LegacyAction("look", number, token: token)) }
    store.flush()
    #expect(states.values == Array(repeating: identity, count: 6), "one live state")
    #expect(
      tokens.values == Array(repeating: ObjectIdentifier(token), count: 6), "one action object")
  }

  func reducesElsewhere() async throws {
    let onMain = LegacyRecorder<Bool>()
    let threads = LegacyRecorder<pthread_t>()
    let store = store { _, _ in
      onMain.record(LegacyMainActor.isCurrent)
      threads.record(pthread_self())
    }
    let isCallersThread = try await onThread {
      store.dispatch(LegacyAction("thread"))
      _ = try store.currentState()
      // This thread is alive, so that no other thread has its identity.
      return threads.values.contains(pthread_self())
    }
    #expect(!isCallersThread)
    try await MainActor.run {
      #expect(LegacyMainActor.isCurrent, "the probe works")
      store.dispatch(LegacyAction("main"))
      _ = try store.currentState()
      store.dispatch(LegacyAction("main, waiting"))
      store.flush()
    }
    #expect(onMain.values == [false, false, false])
  }
}
