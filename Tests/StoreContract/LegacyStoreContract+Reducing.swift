internal import Foundation
internal import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  func dispatchReturnsAtOnce(_ location: SourceLocation) async throws {
    let hasReturned = LegacyGate(patience: patience)
    let passed = LegacyRecorder<Bool>()
    let store = store(LegacyState(), { _, _ in passed.record(hasReturned.wait()) })
    for dispatchesOnMain in [false, true] {
      if dispatchesOnMain {
        await MainActor.run {
          store.dispatch(LegacyAction("main"))
          hasReturned.open()
        }
      } else {
        try await onThread {
          store.dispatch(LegacyAction("thread"))
          hasReturned.open()
        }
      }
    }
    store.flush()
    #expect(
      passed.values == [true, true], "the block waited for dispatch to return",
      sourceLocation: location)
  }

  func reducesSeriallyInOrder(_ location: SourceLocation) async throws {
    try await reducesOneAtATime(location)
    let order = LegacyRecorder<(thread: String, number: Int)>()
    let store = store(
      LegacyState(),
      { state, action in
        state.left += 1
        order.record((action.name, action.number))
      })
    try await onThread {
      for number in 0..<10_000 { store.dispatch(LegacyAction("alone", number)) }
      store.flush()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await onThread {
            for number in 0..<5_000 { store.dispatch(LegacyAction("thread \(thread)", number)) }
          }
        }
      }
      try await group.waitForAll()
    }
    store.flush()

    let byThread = Dictionary(grouping: order.values, by: \.thread).mapValues { $0.map(\.number) }
    #expect(byThread["alone"] == Array(0..<10_000), sourceLocation: location)
    for thread in 0..<4 {
      #expect(byThread["thread \(thread)"] == Array(0..<5_000), sourceLocation: location)
    }
    #expect(try store.currentState().left == 30_000, sourceLocation: location)
  }

  private func reducesOneAtATime(_ location: SourceLocation) async throws {
    // The one wait for a signal that must not come: a store that keeps the contract pays for it
    // in full, and cannot fail by being slow.
    let secondIsIn = LegacyGate(patience: 0.5)
    let overlaps = LegacyRecorder<Bool>()
    let store = store(
      LegacyState(),
      { _, action in
        if action.name == "first" { overlaps.record(secondIsIn.wait()) } else { secondIsIn.open() }
      })
    try await onThread {
      store.dispatch(LegacyAction("first"))
      store.dispatch(LegacyAction("second", 1))
      store.flush()
    }
    #expect(overlaps.values == [false], "two actions at once", sourceLocation: location)
  }

  func runsEveryBlockInOrder(_ location: SourceLocation) {
    let log = LegacyRecorder<String>()
    let twice: ReduceBlock<LegacyState, LegacyAction> = { _, action in
      log.record("twice \(action.name)")
    }
    let once: ReduceBlock<LegacyState, LegacyAction> = { _, action in
      log.record("once \(action.name)")
    }
    let store = store(LegacyState(), twice, once, twice)
    store.dispatch(LegacyAction("known"))
    store.dispatch(LegacyAction("unheard of"))
    store.flush()
    #expect(
      log.values == [
        "twice known", "once known", "twice known",
        "twice unheard of", "once unheard of", "twice unheard of",
      ], sourceLocation: location)
  }

  func givesAllBlocksOneState(_ location: SourceLocation) {
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
    #expect(
      states.values == Array(repeating: identity, count: 6), "one live state",
      sourceLocation: location)
    #expect(
      tokens.values == Array(repeating: ObjectIdentifier(token), count: 6), "one action object",
      sourceLocation: location)
  }

  func reducesElsewhere(_ location: SourceLocation) async throws {
    let onMain = LegacyRecorder<Bool>()
    let threads = LegacyRecorder<pthread_t>()
    let store = store(
      LegacyState(),
      { _, _ in
        onMain.record(LegacyMainActor.isCurrent)
        threads.record(pthread_self())
      })
    let isCallersThread = try await onThread {
      store.dispatch(LegacyAction("thread"))
      _ = try store.currentState()
      // This thread is alive, so that no other thread has its identity.
      return threads.values.contains(pthread_self())
    }
    #expect(!isCallersThread, sourceLocation: location)
    try await MainActor.run {
      #expect(LegacyMainActor.isCurrent, "the probe works", sourceLocation: location)
      store.dispatch(LegacyAction("main"))
      _ = try store.currentState()
      store.dispatch(LegacyAction("main, waiting"))
      store.flush()
    }
    #expect(onMain.values == [false, false, false], sourceLocation: location)
  }
}
