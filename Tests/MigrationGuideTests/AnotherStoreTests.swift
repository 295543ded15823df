import Foundation
import LibraryStores
import Observation
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

private typealias StoreSubscriber = LibraryStores.StoreSubscriber

// region: composable
@MainActor final class ComposableAppStore<State: Sendable, Action: Sendable>: ValueStateStore {
  private let store: Store<State, Action>

  init(_ state: State, reducer: Reducer<State, Action>) {
    let reducer = reducer.counting()
    store = Store(initialState: state) { state, action in reducer.reduce(&state, action) }
  }

  var state: State { store.withState { $0 } }

  func dispatch(_ action: Action) { store.send(action) }

  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    let sink = store.sink { handler($0) }
    return SubscriptionToken { sink.cancel() }
  }
}
// endregion

// region: redux
@MainActor final class ReduxAppStore<State: Sendable, Action: Sendable>: ValueStateStore {
  private let store: ReduxStore<State, Action>

  init(_ initialState: State, reducer: Reducer<State, Action>) {
    let reducer = reducer.counting()
    store = ReduxStore(
      reducer: { action, state in
        var next = state ?? initialState
        reducer.reduce(&next, action)
        return next
      }, state: initialState)
  }

  var state: State { store.state }

  func dispatch(_ action: Action) { store.dispatch(action) }

  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    let subscriber = HandlerSubscriber(handler)
    store.subscribe(subscriber)
    return SubscriptionToken { [store] in store.unsubscribe(subscriber) }
  }
}

@MainActor final class HandlerSubscriber<State>: StoreSubscriber {
  private let handler: @MainActor (State) -> Void

  init(_ handler: @escaping @MainActor (State) -> Void) { self.handler = handler }

  func newState(state: State) { handler(state) }
}
// endregion

// region: firefox
@MainActor final class FirefoxAppStore<State: Sendable, Action: Sendable>: ValueStateStore {
  private let store: FirefoxStore<State, Action>

  init(_ state: State, reducer: Reducer<State, Action>) {
    let reducer = reducer.counting()
    store = FirefoxStore(state: state) { state, action in
      var next = state
      reducer.reduce(&next, action)
      return next
    }
  }

  var state: State { store.state }

  func dispatch(_ action: Action) { store.dispatch(action) }

  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    let subscriber = HandlerSubscriber(handler)
    store.subscribe(subscriber)
    return SubscriptionToken { [store] in store.unsubscribe(subscriber) }
  }
}
// endregion

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
// region: observable
@MainActor @Observable final class AppModel<State: Sendable, Action: Sendable>: ValueStateStore {
  private(set) var state: State
  @ObservationIgnored private let reducer: Reducer<State, Action>
  @ObservationIgnored private var waiting: [Action] = []
  @ObservationIgnored private var handlers: [(id: UUID, call: @MainActor (State) -> Void)] = []

  init(_ state: State, reducer: Reducer<State, Action>) {
    (self.state, self.reducer) = (state, reducer.counting())
  }

  func dispatch(_ action: Action) {
    waiting.append(action)
    guard waiting.count == 1 else { return }  // a handler dispatched: its action comes next
    while let action = waiting.first {
      reducer.reduce(&state, action)
      for handler in handlers { handler.call(state) }
      waiting.removeFirst()
    }
  }

  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    let id = UUID()
    handlers.append((id, handler))
    handler(state)
    return SubscriptionToken { [weak self] in self?.handlers.removeAll { $0.id == id } }
  }
}
// endregion

/// Runs the code of the page on other stores.
@Suite @MainActor struct AnotherStoreTests {
  private func expectAgreement<NewStore: ValueStateStore<AppValue, AppAction>>(
    _ make: @escaping @MainActor @Sendable (AppValue) -> NewStore
  ) throws {
    let check = ParityCheck(AppSlices.entries) { AppState() }
      .handingOver(to: make) { AppValue($0) }
    let actions: [AppAction] = [
      .setDark(true), .addNote(id: 1, title: "milk"), .selectNote(id: 1), .show(.note(1)), .back,
    ]
    #expect(try check.run(.list(actions)).findings == [])
    let store = make(AppValue())
    var shown: [AppValue] = []
    let token = store.subscribe { shown.append($0) }
    let coordinator = Coordinator()
    let driver = RouteDriver(store, routes: { $0.routes.routes }, router: coordinator)
    store.dispatch(.show(.settings))
    #expect(coordinator.shown == [.list, .settings])
    token.cancel()
    store.dispatch(.back)
    #expect(shown.count == 2 && shown.last != store.state)
    withExtendedLifetime(driver) {}
  }

  /// The signals of a new store, for a consumer that has accepted one of the store before.
  private func expectSignals<NewStore: ValueStateStore<Notice, String>>(
    _ make: (Notice, Reducer<Notice, String>) -> NewStore
  ) {
    let reducer = Reducer<Notice, String>(numbered: { state, text, number in
      state.signal = text.isEmpty ? nil : Signal(text, at: number)
    })
    let old = ValueStore(initialState: Notice(), reducer: reducer)
    let consumer = SignalConsumer<String>()
    var seen: [String?] = []
    for text in ["a", "b", ""] {
      old.dispatch(text)
      seen.append(consumer.consume(old.state.signal))
    }
    let store = make(old.state, reducer)
    let token = store.subscribe { seen.append(consumer.consume($0.signal)) }
    for text in ["c", "d", ""] { store.dispatch(text) }
    #expect(seen == ["a", "b", nil, nil, "c", "d", nil])
    token.cancel()
  }

  @Test func storesInTheFormsOfLibrariesTakeOver() throws {
    try expectAgreement { ComposableAppStore($0, reducer: AppValue.reducer) }
    try expectAgreement { ReduxAppStore($0, reducer: AppValue.reducer) }
    try expectAgreement { FirefoxAppStore($0, reducer: AppValue.reducer) }
    expectSignals { ComposableAppStore($0, reducer: $1) }
    expectSignals { ReduxAppStore($0, reducer: $1) }
    expectSignals { FirefoxAppStore($0, reducer: $1) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func anObservableModelTakesOver() throws {
    try expectAgreement { AppModel($0, reducer: AppValue.reducer) }
    expectSignals { AppModel($0, reducer: $1) }
    let model = AppModel(AppValue(), reducer: AppValue.reducer)
    var depths: [Int] = []
    let tokens = (0...2).map { index in
      model.subscribe { value in
        depths.append(value.routes.routes.count * 10 + index)
        if index == 0 && value.routes.routes.count == 2 { model.dispatch(.show(.settings)) }
      }
    }
    model.dispatch(.show(.note(1)))
    #expect(depths == [10, 11, 12, 20, 21, 22, 30, 31, 32])
    for token in tokens { token.cancel() }
  }
}

/// A state with nothing but an event.
private struct Notice: Sendable {
  var signal: Signal<String>?
}
