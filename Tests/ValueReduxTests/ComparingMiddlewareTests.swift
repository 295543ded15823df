import StoreContract
import Testing
import ValueRedux

/// Middlewares that compare the state before an action with the one after it.
@MainActor @Suite struct ComparingMiddlewareTests {
  private func change(_ log: @escaping @MainActor (String) -> Void) -> Middleware<Int, Int> {
    Middleware(comparing: \.self) { old, new, action, _ in
      log("\(action): \(old.map(String.init) ?? "nil") -> \(new)")
    }
  }

  private let adding = Reducer<Int, Int> { state, action in state += action }

  @Test func eachActionIsSeenWithTheValuesBeforeAndAfterIt() {
    var log: [String] = []
    let again = Middleware<Int, Int> { _, action, context in
      if action == 1 { context.dispatch(10) }
    }
    let store = ValueStore(
      initialState: 5, reducer: adding, middlewares: [again, change { log.append($0) }])
    for action in [1, 0, 2] { store.dispatch(action) }
    #expect(log == ["1: 5 -> 6", "10: 6 -> 16", "0: 16 -> 16", "2: 16 -> 18"])
  }

  struct App: Sendable {
    var feature: Int? = 1
  }

  enum AppAction: Sendable { case add(Int), replace(Int?), addToNew(Int), remove }

  private func app(_ log: @escaping @MainActor (String) -> Void) -> ValueStore<App, AppAction> {
    ValueStore(
      initialState: App(),
      reducer: Reducer { state, action in
        switch action {
        case .add(let number): state.feature? += number
        case .addToNew(let number): state.feature = (state.feature ?? 100) + number
        case .replace(let value): state.feature = value
        case .remove: state.feature = nil
        }
      },
      middlewares: [
        change(log).scoped(
          to: \.feature,
          action: { action in
            switch action {
            case .add(let number), .addToNew(let number): number
            case .remove: 0
            case .replace: nil
            }
          }, embed: AppAction.add)
      ]
    )
  }

  @Test func aLiftedMiddlewareComparesItsOwnActionsWithNilWhereItsStateWasAbsent() {
    var log: [String] = []
    let store = app { log.append($0) }
    // The one that removes the state is compared with nothing, and what was held for it is not used.
    for action in [AppAction.add(1), .replace(50), .add(2), .remove, .add(2), .addToNew(3)] {
      store.dispatch(action)
    }
    #expect(log == ["1: 1 -> 2", "2: 50 -> 52", "3: nil -> 103"])
  }

  @Test func theOlderPartIsHeldDuringTheActionOnly() {
    let released = LegacyRecorder<Bool>()
    let middleware = Middleware<Int, Int>(
      comparing: { _ in LegacyToken { released.record(true) } },
      { old, new, _, _ in
        #expect(old != nil && old !== new)
        #expect(released.values.isEmpty)
      })
    let store = ValueStore(initialState: 0, reducer: adding, middlewares: [middleware])
    store.dispatch(1)
    #expect(released.values.count == 2)
  }

  /// The selection before the reducer runs while the store is busy.
  @Test func aDispatchFromTheSelectionWaits() {
    var log: [String] = []
    weak var running: ValueStore<Int, Int>?
    var isFirst = true
    let middleware = Middleware<Int, Int>(
      comparing: { state in
        let wasFirst = isFirst
        isFirst = false
        if wasFirst { running?.dispatch(10) }
        return state
      }, { old, new, action, _ in log.append("\(action): \(old ?? -1) -> \(new)") })
    let store = ValueStore(initialState: 0, reducer: adding, middlewares: [middleware])
    running = store
    store.dispatch(1)
    #expect(log == ["1: 0 -> 1", "10: 1 -> 11"])
  }
}
