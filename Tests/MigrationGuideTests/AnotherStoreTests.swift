import Foundation
import Observation
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

// Libraries in the form of those that an app may end on, as far as the page uses them.

@MainActor private final class Cancellable {
  let cancel: () -> Void
  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
}

/// In the form of TCA's store.
@MainActor private final class Store<State, Action> {
  private var state: State
  private let reduce: (inout State, Action) -> Void
  private var sinks: [UUID: (State) -> Void] = [:]

  init(initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    (state, self.reduce) = (initialState, reduce)
  }

  func withState<Part>(_ body: (State) -> Part) -> Part { body(state) }

  func send(_ action: Action) {
    reduce(&state, action)
    for sink in sinks.values { sink(state) }
  }

  func sink(_ receive: @escaping (State) -> Void) -> Cancellable {
    let id = UUID()
    sinks[id] = receive
    receive(state)
    return Cancellable { self.sinks[id] = nil }
  }
}

/// In the form of ReSwift's store, and of that of Firefox iOS, whose reducers receive a state that is not nil.
@MainActor private protocol StoreSubscriber<State>: AnyObject {
  associatedtype State
  func newState(state: State)
}

@MainActor private final class ReduxStore<State, Action> {
  private(set) var state: State
  private let reducer: (Action, State?) -> State
  private var subscribers: [any StoreSubscriber<State>] = []

  init(reducer: @escaping (Action, State?) -> State, state: State) {
    (self.reducer, self.state) = (reducer, state)
  }

  func dispatch(_ action: Action) {
    state = reducer(action, state)
    for subscriber in subscribers { subscriber.newState(state: state) }
  }

  func subscribe(_ subscriber: some StoreSubscriber<State>) {
    subscribers.append(subscriber)
    subscriber.newState(state: state)
  }

  func unsubscribe(_ subscriber: AnyObject) { subscribers.removeAll { $0 === subscriber } }
}

// region: composable
@MainActor final class ComposableAppStore: ValueStateStore {
  private let store: Store<AppValue, AppAction>

  init(_ state: AppValue) {
    store = Store(initialState: state) { state, action in AppValue.reducer.reduce(&state, action) }
  }

  var state: AppValue { store.withState { $0 } }

  func dispatch(_ action: AppAction) { store.send(action) }

  func subscribe(_ handler: @escaping @MainActor (AppValue) -> Void) -> SubscriptionToken {
    let sink = store.sink { handler($0) }
    return SubscriptionToken { sink.cancel() }
  }
}
// endregion

// region: redux
@MainActor final class ReduxAppStore: ValueStateStore {
  private let store: ReduxStore<AppValue, AppAction>

  init(_ state: AppValue) {
    store = ReduxStore(
      reducer: { action, state in
        var next = state ?? AppValue()
        AppValue.reducer.reduce(&next, action)
        return next
      }, state: state)
  }

  var state: AppValue { store.state }

  func dispatch(_ action: AppAction) { store.dispatch(action) }

  func subscribe(_ handler: @escaping @MainActor (AppValue) -> Void) -> SubscriptionToken {
    let subscriber = Subscriber(handler)
    store.subscribe(subscriber)
    return SubscriptionToken { [store] in store.unsubscribe(subscriber) }
  }

  private final class Subscriber: StoreSubscriber {
    private let handler: @MainActor (AppValue) -> Void

    init(_ handler: @escaping @MainActor (AppValue) -> Void) { self.handler = handler }

    func newState(state: AppValue) { handler(state) }
  }
}
// endregion

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
// region: observable
@MainActor @Observable final class AppModel: ValueStateStore {
  private(set) var state: AppValue
  @ObservationIgnored private var number: ActionNumber
  @ObservationIgnored private var waiting: [AppAction] = []
  @ObservationIgnored private var handlers: [UUID: @MainActor (AppValue) -> Void] = [:]

  init(_ state: AppValue, after number: ActionNumber = ActionNumber(0)) {
    (self.state, self.number) = (state, number)
  }

  func dispatch(_ action: AppAction) {
    waiting.append(action)
    guard waiting.count == 1 else { return }  // a handler dispatched: its action comes next
    while let action = waiting.first {
      number = ActionNumber(number.rawValue + 1)
      AppValue.reducer.reduce(&state, action, number: number)
      for handler in handlers.values { handler(state) }
      waiting.removeFirst()
    }
  }

  func subscribe(_ handler: @escaping @MainActor (AppValue) -> Void) -> SubscriptionToken {
    let id = UUID()
    handlers[id] = handler
    handler(state)
    return SubscriptionToken { [weak self] in self?.handlers[id] = nil }
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

  @Test func storesInTheFormsOfTCAAndReSwiftTakeOver() throws {
    try expectAgreement { ComposableAppStore($0) }
    try expectAgreement { ReduxAppStore($0) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func anObservableModelTakesOver() throws {
    try expectAgreement { AppModel($0) }
    let model = AppModel(AppValue())
    var depths: [Int] = []
    let token = model.subscribe { value in
      depths.append(value.routes.routes.count)
      if value.routes.routes.count == 2 { model.dispatch(.show(.settings)) }
    }
    model.dispatch(.show(.note(1)))
    #expect(depths == [1, 2, 3])
    token.cancel()
  }
}
