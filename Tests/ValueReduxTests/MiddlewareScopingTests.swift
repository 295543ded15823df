import Testing

@testable import ValueRedux

@MainActor @Suite struct MiddlewareScopingTests {
  struct Feature: Sendable, Equatable {
    var count = 0
    var log: [String] = []
  }

  enum FeatureAction: Sendable, Equatable { case load(Int), loaded(Int), note, cancel }

  struct App: Sendable, Equatable {
    var first = Feature()
    var second: Feature? = Feature()
  }

  enum AppAction: Sendable, Equatable {
    case first(FeatureAction), second(FeatureAction), closeSecond

    static let firstCase = CasePath(AppAction.first) { action in
      if case .first(let action) = action { action } else { nil }
    }
    static let secondCase = CasePath(AppAction.second) { action in
      if case .second(let action) = action { action } else { nil }
    }
  }

  private let feature = Reducer<Feature, FeatureAction> { state, action in
    state.log.append("\(action)")
    if case .load(let count) = action { state.count = count }
  }

  private var app: Reducer<App, AppAction> {
    .combine(
      feature.scoped(to: \.first).scoped(actions: AppAction.firstCase.extract),
      feature.scoped(toCase: CasePath(Optional.some) { $0 }).scoped(to: \.second)
        .scoped(actions: AppAction.secondCase.extract),
      Reducer { state, action in if action == .closeSecond { state.second = nil } })
  }

  /// Notes each load at once, and reports it from work that ends when the test says.
  private func loader(_ open: AsyncStream<Void>?) -> Middleware<Feature, FeatureAction> {
    Middleware { state, action, context in
      switch action {
      case .load:
        context.dispatch(.note)
        context.run(id: "load") { [count = state.count] send in
          if let open { for await _ in open {} }
          await send(.loaded(count))
        }
      case .cancel: context.cancel(id: "load")
      default: break
      }
    }
  }

  @Test func aMiddlewareThatIsLiftedTwiceCancelsTheWorkOfEachSeparately() async {
    let (open, opener) = AsyncStream.makeStream(of: Void.self)
    let loader = loader(open)
    let store = ValueStore(
      initialState: App(), reducer: app,
      middlewares: [
        loader.scoped(to: \.first, action: AppAction.firstCase),
        loader.scoped(to: { $0.second }, action: AppAction.secondCase),
      ])
    store.dispatch(.first(.load(1)))
    store.dispatch(.second(.load(2)))
    #expect(store.runningWork == 2)
    store.dispatch(.first(.cancel))
    opener.finish()
    await store.settle()
    #expect(store.state.first.log == ["load(1)", "note", "cancel"])
    #expect(store.state.second?.log == ["load(2)", "note", "loaded(2)"])
  }
}
