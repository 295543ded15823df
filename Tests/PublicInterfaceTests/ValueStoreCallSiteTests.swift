import Foundation
import Testing
import ValueRedux
import ValueReduxTesting

private struct Tally: Sendable, Equatable {
  var count = 0
  var alert: Signal<String>?
}

private enum TallyAction: Sendable, Equatable {
  case add, alert
}

/// A state that is not `Equatable`.
private struct Pile: Sendable {
  var count = 0
}

/// A user's subscriber of a part of the state.
@MainActor private final class CountSubscriber: StoreSubscriber {
  var counts: [Int] = []

  func newState(state: Int) { counts.append(state) }
}

/// A user's subscriber of a state that is not `Equatable`.
@MainActor private final class PileSubscriber: StoreSubscriber {
  var counts: [Int] = []

  func newState(state: Pile) { counts.append(state.count) }
}

/// What an app writes around a store of ValueRedux, in the forms that the guide promises.
@Suite @MainActor struct ValueStoreCallSiteTests {
  private static let reducer = Reducer<Tally, TallyAction>(numbered: { state, action, number in
    switch action {
    case .add: state.count += 1
    case .alert: state.alert = Signal("full", at: number)
    }
  })

  private static func makeStore(
    _ middlewares: [Middleware<Tally, TallyAction>] = []
  ) -> ValueStore<Tally, TallyAction> {
    ValueStore(initialState: Tally(), reducer: reducer, middlewares: middlewares)
  }

  @Test func objectsSubscribe() {
    let store = Self.makeStore()
    let piles = ValueStore<Pile, TallyAction>(initialState: Pile()) { pile, _ in pile.count += 1 }
    let (part, whole) = (CountSubscriber(), PileSubscriber())
    store.subscribe(part, to: Selection(\.count))
    store.subscribe(part, to: Selection { $0.count }) { $0.newState(state: -$1) }
    piles.subscribe(whole, to: Selection { $0 })
    store.dispatch(.add)
    piles.dispatch(.add)
    store.unsubscribe(part)
    store.dispatch(.add)
    #expect(part.counts == [0, 0, 1, -1])
    #expect(whole.counts == [0, 1])
  }

  @Test func middlewaresAreTrailingClosures() async {
    let store = Self.makeStore([
      Middleware { state, action in _ = (state, action) },
      Middleware { state, action, context in
        guard action == .add else { return }
        context.run(id: "alert") { send in _ = await send(.alert) }
        context.run(id: "failing") { _ in
          throw CancellationError()
        } failure: { _ in
          .alert
        }
      },
    ])
    store.dispatch(.add)
    await store.settle()
    #expect(store.state.alert?.event == "full")
  }
}

/// A suite makes its test store in its initializer.
@Suite @MainActor struct StoreOfASuiteTests {
  private let store = TestStore(
    initialState: 0, reducer: Reducer<Int, TallyAction> { sum, _ in sum += 1 })

  @Test func aTestEndsTheStoreOfItsSuite() async throws {
    try store.send(.add) { $0 = 1 }
    try await store.finish()
  }
}
