import Testing
import ValueRedux

/// A state that cannot be compared.
private struct Pile: Sendable {
  struct Top: Sendable {
    var count: Int
  }

  var top = Top(count: 0)
}

private enum Act: Sendable {
  case add
}

@MainActor private final class TopListener: StoreSubscriber {
  var told: [Int] = []

  func newState(state: Pile.Top) { told.append(state.count) }
}

@MainActor private final class PileListener: StoreSubscriber {
  var told: [Int] = []

  func newState(state: Pile) { told.append(state.top.count) }
}

/// What an app may call where nothing is Equatable, and what the store hands to closures.
@Suite @MainActor struct PlainStateInterfaceTests {
  private static func makeStore(
    _ middlewares: [Middleware<Pile, Act>] = []
  ) -> ValueStore<Pile, Act> {
    ValueStore(
      initialState: Pile(), reducer: Reducer { pile, _ in pile.top.count += 1 },
      middlewares: middlewares)
  }

  @Test func subscribing() {
    let store = Self.makeStore()
    var told: [Int] = []
    let tops = Selection<Pile, Pile.Top> { $0.top }
    let tokens: [SubscriptionToken] = [
      store.subscribe { told.append($0.top.count) },
      store.subscribe({ $0.top }) { told.append($0.count) },
      store.subscribe(to: tops) { told.append($0.count) },
    ]
    store.dispatch(.add)
    #expect(told == [0, 0, 0, 1, 1, 1])
    tokens.forEach { $0.cancel() }
  }

  @Test func comparing() {
    let store = Self.makeStore()
    let isRepeat: Selection<Pile, Pile.Top>.Comparison = { $0.count == $1.count }
    var told: [Int] = []
    let token = store.subscribe(to: Selection { $0.top }.skippingRepeats(isRepeat)) {
      told.append($0.count)
    }
    store.dispatch(.add)
    #expect(told == [0, 1])
    token.cancel()
  }

  @Test func subscribingObjects() {
    let store = Self.makeStore()
    let (top, pile) = (TopListener(), PileListener())
    store.subscribe(top, select: { $0.top })
    store.subscribe(pile)
    store.dispatch(.add)
    #expect(top.told == [0, 1])
    #expect(pile.told == [0, 1])
  }

  @Test func whatClosuresAreHanded() async {
    let body: Middleware<Pile, Act>.Body = { pile, _, context in
      let context: MiddlewareContext<Pile, Act> = context
      guard pile.top.count == 1 else { return }
      context.run { (send: ActionSender<Act>) in _ = await send(.add) }
    }
    let store = Self.makeStore([Middleware(body)])
    var logged: [LoggedAction<Pile, Act>] = []
    store.logger = { logged.append($0) }
    store.dispatch(.add)
    await store.settle()
    #expect(logged.map(\.description) == ["#1 add", "#2 add"])
    #expect(logged.map(\.state.top.count) == [1, 2])
  }

  @Test func actionNumbers() {
    let number = ActionNumber(2)
    #expect(number.rawValue == 2)
    #expect(number.description == "#2")
    #expect(ActionNumber.zero < number)
  }
}
