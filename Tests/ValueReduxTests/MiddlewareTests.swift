import Testing

@testable import ValueRedux

@MainActor @Suite(.timeLimit(.minutes(15))) struct MiddlewareTests {
  enum Action: Sendable, Equatable {
    case start(Int), cancel, loaded(Int)
  }

  private let reducer = Reducer<[Action], Action> { $0.append($1) }

  /// Work that waits until `letGo()`, and signals when it has begun.
  final class Gate: Sendable {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    private let (open, opener) = AsyncStream.makeStream(of: Void.self)

    func letGo() { opener.yield() }

    /// Returns when it was let go, or canceled.
    func pass() async {
      begin.yield()
      for await _ in open { return }
    }
  }

  @Test func actionsFromInsideAreHandledInTheirOrderAndASubscriptionFromInsideHearsThemOnce() {
    var (seen, token): ([String], SubscriptionToken?) = ([], nil)
    weak var running: ValueStore<String, String>?
    let all = Selection<String, String>(\.self).includingRepeats()
    let splitting = Middleware<String, String> { _, action, context in
      if action == "A" { for next in ["B", "C"] { context.dispatch(next) } }
      token = token ?? running?.subscribe(to: all) { seen.append($0) }
    }
    let store = ValueStore(
      initialState: "", reducer: Reducer { $0 += $1 }, middlewares: [splitting])
    running = store
    let answer = store.subscribe(\.self) { if $0 == "AB" { running?.dispatch("D") } }
    store.dispatch("A")
    withExtendedLifetime((token, answer)) { #expect(seen == ["A", "AB", "ABC", "ABCD"]) }
  }

  @Test func releasingTheStoreCancelsItsWorkAndItsContextsAndAnswersAreHarmless() async {
    let gate = Gate()
    let answered = AsyncStream.makeStream(of: Bool.self)
    var kept: MiddlewareContext<[Action], Action>?
    let middleware = Middleware<[Action], Action> { _, _, context in
      kept = context
      context.run { send in
        await gate.pass()
        answered.continuation.yield(await send(.loaded(0)))
      }
    }
    weak var released: ValueStore<[Action], Action>?
    do {
      let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
      released = store
      store.dispatch(.start(0))
      for await _ in gate.begun { break }
    }
    #expect(released == nil)
    kept?.dispatch(.start(1))
    #expect(kept?.number() == ActionNumber(0))
    #expect(kept?.run { _ in } == false)
    for await wasDispatched in answered.stream {
      #expect(!wasDispatched)
      break
    }
    await kept?.work.waitUntilIdle { true }
  }

  @Test func aHookAfterEachActionRunsAmongTheMiddlewaresUntilItIsRemoved() {
    var log: [String] = []
    func note(_ name: String) -> @MainActor ([Action], Action) -> Void {
      { state, _ in log.append("\(name)\(state.count)") }
    }
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [Middleware(note("m"))])
    let removals = ["a", "b"].map { store.afterEachAction(note($0)) }
    store.dispatch(.cancel)
    removals[0]()
    store.dispatch(.cancel)
    removals[0]()
    removals[1]()
    store.dispatch(.cancel)
    #expect(log == ["m1", "a1", "b1", "m2", "b2", "m3"])
    #expect(store.core.access { $0.middlewares.entries.count } == 1)
  }

  /// A sender still dispatches after its work has returned: a callback that work registered may come then.
  @Test func idsOfDifferentTypesAreDifferent() async {
    let senders = AsyncStream.makeStream(of: (Int, ActionSender<Action>).self)
    let gates = [Gate(), Gate(), Gate()]
    let middleware = Middleware<[Action], Action> { _, action, context in
      guard case .start = action else { return }
      let ids: [any Hashable & Sendable] = [1, UInt8(1), 1.0]
      for (index, id) in ids.enumerated() {
        context.run(id: id) { send in
          // The work that is canceled still runs then.
          await gates[index].pass()
          senders.continuation.yield((index, send))
        }
      }
      context.cancel(id: 1)
    }
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.dispatch(.start(0))
    for gate in gates { gate.letGo() }
    await store.settle()
    senders.continuation.finish()
    var isSent: [Int: Bool] = [:]
    for await (index, send) in senders.stream { isSent[index] = send(.loaded(index)) }
    #expect(isSent == [0: false, 1: true, 2: true])
    #expect((0...2).filter { store.state.contains(.loaded($0)) } == [1, 2])
  }

  @Test(arguments: [
    (WorkOverlap.cancelPrevious, [true, true], [1]), (.runAll, [true, true], [0, 1]),
    (.refuse, [true, false], [0]),
  ])
  func anOverlapDecidesWhichWorkRunsUnderAnId(
    _ overlap: WorkOverlap, startedOnes: [Bool], loadedOnes: [Int]
  ) async {
    let gates = [Gate(), Gate()]
    var started: [Bool] = []
    let middleware = Middleware<[Action], Action> { _, action, context in
      guard case .start(let number) = action else { return }
      started.append(
        context.run(id: "load", overlap: overlap) { send in
          // Canceled work tries to send, too.
          await gates[number].pass()
          await send(.loaded(number))
        })
    }
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.dispatch(.start(0))
    store.dispatch(.start(1))
    gates.forEach { $0.letGo() }
    await store.settle()
    #expect(started == startedOnes)
    let loaded = [0, 1].filter { store.state.contains(.loaded($0)) }
    #expect(loaded == loadedOnes)
    #expect(store.state.count == 2 + loaded.count)
  }

  @Test func workThatIsCancelledRefusesNothing() async {
    let gates = [Gate(), Gate(), Gate()]
    var started: [Bool] = []
    let middleware = Middleware<[Action], Action> { _, action, context in
      guard case .start(let number) = action else { return context.cancel(id: "load") }
      started.append(
        context.run(id: "load", overlap: .refuse) { _ in
          // Goes on when it is canceled.
          await Task { await gates[number].pass() }.value
        })
    }
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    for action in [Action.start(0), .start(1), .cancel, .start(2)] { store.dispatch(action) }
    #expect(started == [true, false, true])
    #expect(store.runningWork == 2)
    gates.forEach { $0.letGo() }
    await store.settle()
    #expect(store.runningWork == 0)
  }

  /// The actions of two features, the second of which may be absent.
  struct Features: Sendable {
    var first: [Action] = []
    var second: [Action]? = []
  }

  enum FeatureAction: Sendable { case first(Action), second(Action) }

  @Test func aMiddlewareThatIsLiftedTwiceCancelsTheWorkOfEachSeparately() async {
    let (open, opener) = AsyncStream.makeStream(of: Void.self)
    let loader = Middleware<[Action], Action> { state, action, context in
      switch action {
      case .start:
        context.dispatch(.loaded(7))
        context.run(id: "load") { [count = state.count] send in
          for await _ in open {}
          await send(.loaded(count))
        }
      case .cancel: context.cancel(id: "load")
      case .loaded: break
      }
    }
    let store = ValueStore(
      initialState: Features(),
      reducer: Reducer<Features, FeatureAction> { state, action in
        switch action {
        case .first(let action): state.first.append(action)
        case .second(let action): state.second?.append(action)
        }
      },
      middlewares: [
        loader.scoped(
          to: \.first,
          action: CasePath(FeatureAction.first) {
            if case .first(let own) = $0 { own } else { nil }
          }),
        loader.scoped(
          to: { $0.second },
          action: CasePath(FeatureAction.second) {
            if case .second(let own) = $0 { own } else { nil }
          }),
      ])
    for action in [FeatureAction.first(.start(0)), .second(.start(0))] { store.dispatch(action) }
    #expect(store.runningWork == 2)
    store.dispatch(.first(.cancel))
    opener.finish()
    await store.settle()
    #expect(store.state.first == [.start(0), .loaded(7), .cancel])
    #expect(store.state.second == [.start(0), .loaded(7), .loaded(1)])
  }

  /// An id that counts how often it is compared.
  private struct CountingID: Hashable, Sendable {
    static let comparisons = LockedValue(0)
    let number: Int
    static func == (lhs: CountingID, rhs: CountingID) -> Bool {
      comparisons.withLock { $0 += 1 }
      return lhs.number == rhs.number
    }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Counted for 1,000 pieces, of which none is compared with all others.
  @Test(arguments: [1, 1_000])
  func workIsFoundByItsID(ids: Int) throws {
    let registry = WorkRegistry()
    CountingID.comparisons.withLock { $0 = 0 }
    let tickets = try (0..<1_000).map { number in
      let id = WorkID(CountingID(number: number % ids), of: registry)
      return try #require(registry.begin(id: id, overlap: .cancelPrevious))
    }
    #expect(tickets.count { $0.isCancelled } == 1_000 - ids)
    registry.cancel(id: WorkID(CountingID(number: 0), of: registry))
    #expect(tickets.count { $0.isCancelled } == 1_001 - ids)
    tickets.forEach(registry.end)
    #expect(registry.runningCount == 0)
    #expect(CountingID.comparisons.withLock { $0 } <= 20_000)
  }

  @Test func aCancellationCancelsAllWorkThatHasNotEndedAlsoBeforeItHasATask() throws {
    let registry = WorkRegistry()
    let id = WorkID(1, of: registry)
    let tickets = try (0..<4).map { _ in try #require(registry.begin(id: id, overlap: .runAll)) }
    registry.end(tickets[0])
    registry.cancel(id: id)
    #expect(tickets.map(\.isCancelled) == [false, true, true, true])
    let other = WorkID(2, of: registry)
    for _ in 0..<2 { registry.end(try #require(registry.begin(id: other, overlap: .refuse))) }
    let ticket = try #require(registry.begin(id: nil, overlap: .runAll))
    registry.cancel()
    let task = Task {}
    ticket.attach(task)
    #expect(task.isCancelled)
  }

  /// Returns only because the cancellation ends the wait.
  @Test func aWaitThatIsCancelledBeforeItBeginsReturns() async {
    let registry = WorkRegistry()
    _ = registry.begin(id: nil, overlap: .runAll)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await registry.waitUntilIdle { true }
    }.value
    #expect(registry.runningCount == 1)
  }

  @Test func workRunsAtItsPriority() async {
    let priorities = AsyncStream.makeStream(of: TaskPriority.self)
    let middleware = Middleware<[Action], Action> { _, _, context in
      context.run(priority: .background) { _ in
        priorities.continuation.yield(Task.currentPriority)
      }
    }
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.dispatch(.start(0))
    for await priority in priorities.stream {
      #expect(priority == .background)
      break
    }
  }
}
