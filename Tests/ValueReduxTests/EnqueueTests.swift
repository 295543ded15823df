import Testing
@testable import ValueRedux

@MainActor @Suite struct EnqueueTests {
  @Test func anEnqueuedActionKeepsTheStoreUntilItIsHandled() async {
    let handled = AsyncStream.makeStream(of: Int.self)
    weak var released: ValueStore<Int, Int>?
    do {
      let middleware = Middleware<Int, Int> { state, _ in handled.continuation.yield(state) }
      let store = ValueStore(initialState: 0, middlewares: [middleware]) {
        (state: inout Int, action: Int) in state += action
      }
      released = store
      store.enqueue(3)
      store.enqueue(4)
    }
    #expect(released != nil)
    var states: [Int] = []
    for await state in handled.stream {
      states.append(state)
      if states.count == 2 { break }
    }
    #expect(states == [3, 7])
  }

  @Test func dispatchOnTheMainActorOvertakesWhatWasEnqueued() async {
    let store = ValueStore(initialState: []) { (state: inout [Int], action: Int) in
      state.append(action)
    }
    store.enqueue(1)
    store.dispatch(2)
    #expect(store.state == [2])
    await store.settle()
    #expect(store.state == [2, 1])
  }

  /// Put in while a turn of the main actor has handled a part of the others.
  @Test func anActionThatIsAwaitedComesAfterThoseThatWereEnqueuedBefore() async {
    let store = ValueStore(initialState: []) { (state: inout [Int], action: Int) in
      state.append(action)
    }
    let token = store.subscribe(\.count) { count in
      guard count == 1 else { return }
      Task { await store.enqueueAndWait(200) }
      let end = ContinuousClock.now + .milliseconds(2)
      while ContinuousClock.now < end {}
    }
    for number in 0..<200 { store.enqueue(number) }
    await store.settle()
    #expect(store.state == Array(0...200))
    token.cancel()
  }

  /// The thread sanitizer reports a race where the wait does not order the two threads for it.
  @Test func whatWaitsSeesWhatTheReducerWroteOnItsThread() async {
    final class Plain { var number = -1 }
    nonisolated(unsafe) let plain = Plain()
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in
      plain.number = action
    }
    await Task.detached {
      for number in 0..<1_000 {
        await store.enqueueAndWait(number)
        #expect(plain.number == number)
      }
    }.value
  }

  /// An endless chain of enqueued actions used to keep the main actor for itself.
  @Test func enqueuedActionsLeaveTurnsToTheMainActor() async {
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state += action }
    var isStopped = false
    let token = store.subscribe(\.self) { count in
      if count < 5_000_000, !isStopped { store.enqueue(1) }
    }
    Task { @MainActor in
      for _ in 0..<10 { await Task.yield() }
      isStopped = true
    }
    await store.settle()
    #expect(isStopped)
    #expect(store.state < 5_000_000)
    token.cancel()
  }

  /// How many actions each turn handles, where each takes so long.
  private func turns(of count: Int, taking duration: Duration) async -> [Int] {
    var turns = [0]
    let clock = ContinuousClock()
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state += action }
    let token = store.subscribe(\.self) { state in
      guard state > 0 else { return }
      turns[turns.count - 1] += 1
      let start = clock.now
      while clock.now - start < duration {}
    }
    for _ in 0..<count { store.enqueue(1) }
    let observer = Task { @MainActor in
      while store.state < count {
        if turns.last != 0 { turns.append(0) }
        await Task.yield()
      }
    }
    await observer.value
    token.cancel()
    return turns
  }

  @Test func aTurnThatTakesLongHandles64EnqueuedActions() async {
    let turns = await turns(of: 200, taking: .milliseconds(1))
    #expect(turns == [64, 64, 64, 8])
  }

  /// A caller that was resumed by another action than its own would not wait for the turn.
  @Test func waitingForAnEnqueuedActionEndsWithThisAction() async throws {
    let hasReturned = LockedValue(false)
    var returnedEarly = false
    let middleware = Middleware<Int, Int> { _, action, _ in
      guard action == 2 else { return }
      let end = ContinuousClock.now + .milliseconds(100)
      while ContinuousClock.now < end, !returnedEarly {
        returnedEarly = hasReturned.withLock { $0 }
      }
    }
    let store = ValueStore(initialState: 0, middlewares: [middleware]) { $0 += $1 }
    let waiting = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    let waiter = Task.detached {
      await withCheckedContinuation { continuation in _ = waiting.continuation.yield(continuation) }
      hasReturned.withLock { $0 = true }
    }
    var callers = waiting.stream.makeAsyncIterator()
    let caller = try #require(await callers.next())
    // Both are taken in one turn, since the main actor is busy until then.
    store.enqueue(1)
    #expect(!store.enqueued.put(2, resumingWhenHandled: caller))
    await waiter.value
    #expect(store.state == 3 && !returnedEarly)
  }

  @Test func aCancelledCallerOfEnqueueAndWaitLosesNothing() async {
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state += action }
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await store.enqueueAndWait(1)
    }.value
    #expect(store.state == 1)
  }

  @Test func handledActionsMakeRoomBelowTheLimit() async {
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state += action }
    #expect(store.pendingLimit == 10_000_000)
    store.pendingLimit = 100
    for _ in 0..<10 {
      for _ in 0..<100 { store.enqueue(1) }
      await store.settle()
    }
    #expect(store.state == 1000)
  }

  @Test func moreWaitingActionsThanTheLimitAreAFatalError() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in
          state += action
        }
        store.pendingLimit = 10
        for _ in 0..<11 { store.enqueue(1) }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("10 enqueued actions wait for the main actor"))
    #expect(output.contains("enqueueAndWait"))
  }
}

@Suite struct MisuseTests {
  enum Use: Int, Codable, Sendable, CaseIterable {
    case dispatch, read, subscribe, unsubscribe, addMiddleware, afterEachAction
  }

  /// The way of a reducer to its own store.
  @MainActor final class Box {
    var store: ValueStore<Int, Use>?
    static let shared = Box()
  }

  @Test(arguments: Use.allCases)
  func aReducerThatUsesItsStoreIsAFatalError(_ use: Use) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [use] in
      await MainActor.run {
        let store = ValueStore<Int, Use>(initialState: 0) { state, action in
          state += 1
          MainActor.assumeIsolated {
            switch action {
            case .dispatch: Box.shared.store?.dispatch(.dispatch)
            case .read: _ = Box.shared.store?.state
            case .subscribe: _ = Box.shared.store?.subscribe(\.self) { _ in }
            case .unsubscribe: Box.shared.store?.unsubscribe(Box.shared)
            case .addMiddleware: Box.shared.store?.addMiddleware(Middleware { _, _ in })
            case .afterEachAction: _ = Box.shared.store?.afterEachAction { _, _ in }
            }
          }
        }
        Box.shared.store = store
        store.dispatch(use)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("A reducer used its own ValueStore"))
  }
}
