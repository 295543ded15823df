import Testing

@testable import ValueRedux

@MainActor @Suite(.timeLimit(.minutes(15))) struct SettleTests {
  enum Action: Sendable, Equatable { case refresh, page(Int), forever, add }

  private let reducer = Reducer<[Action], Action> { $0.append($1) }

  private let middleware = Middleware<[Action], Action> { _, action, context in
    switch action {
    case .refresh: context.run { send in await send(.page(1)) }
    case .page(let number) where number < 3: context.run { send in await send(.page(number + 1)) }
    case .forever: context.run { _ in try? await Task.sleep(for: .seconds(600)) }
    default: break
    }
  }

  @Test func settleWaitsForAllThatIsEnqueuedAndAllWork() async {
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.enqueue(.refresh)
    store.enqueue(.add)
    await store.settle()
    #expect(store.state == [.refresh, .add, .page(1), .page(2), .page(3)])
    #expect(store.isSettled)
  }

  enum Wait: CaseIterable { case enqueueAndWait, settle }

  /// A nested run loop runs other work of the main actor while an action is handled; here, only the
  /// phase of the store says that.
  @Test(arguments: Wait.allCases)
  func whoAwaitsTheStoreInANestedRunLoopWaitsUntilItIsHandled(_ wait: Wait) async {
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.core.access { $0.phase = .delivering }
    var isOver = false
    let task = Task {
      switch wait {
      case .enqueueAndWait: await store.enqueueAndWait(.page(1))
      case .settle:
        store.dispatch(.page(1))
        await store.settle()
      }
      isOver = true
      return store.state
    }
    while !isOver && !store.core.access({ $0.isAwaited }) { await Task.yield() }
    #expect(!isOver)
    store.handleLeftovers()
    store.core.access { $0.phase = .idle }
    let state = await task.value
    #expect(state.starts(with: [.page(1)]))
    #expect(wait == .enqueueAndWait || state == [.page(1), .page(2), .page(3)])
  }

  /// A wait that would have no end returns only because the cancellation ends it, before or after it begins;
  /// that of `enqueueAndWait` ends when its action is handled, whatever is canceled.
  @Test(arguments: [false, true], Wait.allCases)
  func aCancelledCallerReturnsAndTheWorkGoesOn(isEarly: Bool, _ wait: Wait) async {
    let store = ValueStore(initialState: [], reducer: reducer, middlewares: [middleware])
    store.dispatch(.forever)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
      begin.finish()
      switch wait {
      case .enqueueAndWait: await store.enqueueAndWait(.forever)
      case .settle: await store.settle()
      }
    }
    for await _ in begins {}
    task.cancel()
    await task.value
    #expect(store.runningWork == (wait == .settle ? 1 : 2))
  }
}
