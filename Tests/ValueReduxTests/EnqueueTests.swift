import Testing
@testable import ValueRedux

@MainActor @Suite struct EnqueueTests {
  private static func makeStore(
    _ middlewares: [Middleware<Int, Int>] = []
  ) -> ValueStore<Int, Int> {
    ValueStore(initialState: 0, reducer: Reducer { $0 += $1 }, middlewares: middlewares)
  }

  private let appending = Reducer<[Int], Int> { $0.append($1) }

  @Test func anEnqueuedActionKeepsTheStoreUntilItIsHandled() async {
    let handled = AsyncStream.makeStream(of: Int.self)
    weak var released: ValueStore<Int, Int>?
    do {
      let middleware = Middleware<Int, Int> { state, _ in handled.continuation.yield(state) }
      let store = Self.makeStore([middleware])
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
    let store = ValueStore(initialState: [], reducer: appending)
    store.enqueue(1)
    store.dispatch(2)
    #expect(store.state == [2])
    await store.settle()
    #expect(store.state == [2, 1])
  }

  /// Put in while a turn of the main actor has handled a part of the others.
  @Test func anActionThatIsAwaitedComesAfterThoseThatWereEnqueuedBefore() async {
    let store = ValueStore(initialState: [], reducer: appending)
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
    nonisolated(unsafe) var latest = -1
    let store = ValueStore(
      initialState: 0,
      reducer: Reducer { (state: inout Int, action: Int) in
        latest = action
      })
    await Task.detached {
      for number in 0..<1_000 {
        await store.enqueueAndWait(number)
        #expect(latest == number)
      }
    }.value
  }

  /// An endless chain of enqueued actions used to keep the main actor for itself.
  @Test func enqueuedActionsLeaveTurnsToTheMainActor() async {
    let store = Self.makeStore()
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

  @Test func aTurnThatTakesLongHandles64EnqueuedActions() async {
    var turns = [0]
    let store = Self.makeStore()
    let token = store.subscribe(\.self) { state in
      guard state > 0 else { return }
      turns[turns.count - 1] += 1
      let end = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < end {}
    }
    for _ in 0..<200 { store.enqueue(1) }
    while store.state < 200 {
      if turns.last != 0 { turns.append(0) }
      await Task.yield()
    }
    #expect(turns == [64, 64, 64, 8])
    token.cancel()
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
    let store = Self.makeStore([middleware])
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

  @Test func handledActionsMakeRoomBelowTheLimit() async {
    let store = Self.makeStore()
    #expect(store.enqueued.contents.withLock { exchange(&$0.limit, with: 100) } == 10_000_000)
    for _ in 0..<10 {
      for _ in 0..<100 { store.enqueue(1) }
      await store.settle()
    }
    #expect(store.state == 1000)
  }
}

@Suite struct MisuseTests {
  enum Use: Int, Codable, Sendable, CaseIterable {
    case dispatch, read, subscribe, unsubscribe, afterEachAction, enqueue
  }

  /// The way of a reducer to its own store.
  @MainActor final class Box {
    var store: ValueStore<Int, Use>?
    static let shared = Box()
  }

  @Test(arguments: Use.allCases)
  func misuseIsAFatalError(_ use: Use) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [use] in
      await MainActor.run {
        let store = ValueStore<Int, Use>(
          initialState: 0,
          reducer: Reducer { state, action in
            MainActor.assumeIsolated {
              switch action {
              case .dispatch: Box.shared.store?.dispatch(.dispatch)
              case .read: _ = Box.shared.store?.state
              case .subscribe: _ = Box.shared.store?.subscribe(\.self) { _ in }
              case .unsubscribe: Box.shared.store?.unsubscribe(Box.shared)
              case .afterEachAction: _ = Box.shared.store?.afterEachAction { _, _ in }
              case .enqueue: break
              }
            }
          })
        Box.shared.store = store
        store.enqueued.contents.withLock { $0.limit = 10 }
        if use == .enqueue { for _ in 0..<11 { store.enqueue(use) } } else { store.dispatch(use) }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let parts =
      use == .enqueue
      ? ["10 enqueued actions wait for the main actor", "enqueueAndWait"]
      : ["A reducer used its own ValueStore"]
    for part in parts { #expect(output.contains(part)) }
  }
}
