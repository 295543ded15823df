import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A store that is not ours takes either end of the bridge.
@MainActor @Suite struct ThirdPartyStoreTests {
  @Test func aStoreInTheFormOfReSwiftIsSeenAsAClassStore() async throws {
    let store = ReStore(state: NotesValue()) { action, state in
      var state = state
      if let action = action as? DeskAction { Notes.reduceNotes(&state, action) }
      return state
    }
    let legacy = LegacyFacade(store) { value in
      let state = DeskState()
      Notes.notesProjection.write(state, value)
      return state
    }
    let watcher = NotificationCounter(of: legacy)
    legacy.dispatch(.add(id: 1, title: "one"))
    legacy.dispatch(.select(id: 1))
    let state = try legacy.currentState()
    #expect(state.notes.map(\.title) == ["one"])
    #expect(state.selected === state.notes[0])
    await legacy.settle()
    #expect(watcher.count == 1)
  }

  @Test func aStoreInTheFormOfReSwiftIsSeenAsAFluxStore() {
    let store = ReStore(state: 0) { action, state in state + ((action as? Add)?.amount ?? 0) }
    let dispatcher = FluxDispatcher<any ReAction>()
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.behavior { $0 }
    dispatcher.dispatch(Add(amount: 2))
    dispatcher.dispatch(Add(amount: 3))
    #expect(output.value == 5)
    withExtendedLifetime(flux) {}
  }

  @Test func aClassStoreOfAnotherMakeIsSeenAsAValueStore() async throws {
    let store = PlainClassStore()
    let facade = try ValueFacade(anyStore: store, reading: Notes.themeProjection.read)
    var seen: [Double] = []
    let token = facade.subscribe(\.brightness) { seen.append($0) }
    facade.dispatch(.setBrightness(0.25))
    #expect(seen == [0.5, 0.25])
    withExtendedLifetime(token) {}
  }
}

// MARK: A store in the form of ReSwift

private protocol ReAction: Sendable {}

extension DeskAction: ReAction {}

private struct Add: ReAction {
  var amount: Int
}

private protocol ReSubscriber: AnyObject {
  associatedtype State
  @MainActor func newState(state: State)
}

@MainActor
private final class ReStore<State: Sendable> {
  private(set) var state: State
  private let reducer: (any ReAction, State) -> State
  private var subscribers: [ObjectIdentifier: (State) -> Void] = [:]
  /// What a middleware of the original would call.
  private var observers: [Int: @MainActor (any ReAction, State) -> Void] = [:]

  init(state: State, reducer: @escaping (any ReAction, State) -> State) {
    self.state = state
    self.reducer = reducer
  }

  func dispatch(_ action: any ReAction) {
    state = reducer(action, state)
    for observe in observers.sorted(by: { $0.key < $1.key }) { observe.value(action, state) }
    for notify in subscribers.values { notify(state) }
  }

  func addObserver(_ observe: @escaping @MainActor (any ReAction, State) -> Void) -> Int {
    let id = (observers.keys.max() ?? 0) + 1
    observers[id] = observe
    return id
  }

  func removeObserver(_ id: Int) {
    observers[id] = nil
  }

  func subscribe<Subscriber: ReSubscriber>(_ subscriber: Subscriber)
  where Subscriber.State == State {
    subscribers[ObjectIdentifier(subscriber)] = { subscriber.newState(state: $0) }
    subscriber.newState(state: state)
  }

  func unsubscribe(_ subscriber: AnyObject) {
    subscribers[ObjectIdentifier(subscriber)] = nil
  }
}

// All that it takes to stand at the new end of the bridge.
extension ReStore: ValueStateStore {
  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    let subscriber = ReHandler(handler)
    subscribe(subscriber)
    return SubscriptionToken { [weak self] in self?.unsubscribe(subscriber) }
  }
}

// All that a Flux store needs besides.
extension ReStore: TransitionSource {
  func observeTransitions<Event: Sendable>(
    limit: Int, _ event: @escaping @Sendable ((any ReAction)?, State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let id = addObserver { action, state in
      if let event = event(action, state) { handler(event) }
    }
    if let first = event(nil, state) { handler(first) }
    return SubscriptionToken { [weak self] in self?.removeObserver(id) }
  }
}

private final class ReHandler<State>: ReSubscriber, Sendable {
  private let handler: @MainActor (State) -> Void

  init(_ handler: @escaping @MainActor (State) -> Void) {
    self.handler = handler
  }

  @MainActor func newState(state: State) { handler(state) }
}

extension LegacyFacade where Base == ReStore<NotesValue> {
  fileprivate func dispatch(_ action: DeskAction) {
    dispatch(action as any ReAction)
  }
}

// MARK: A class store without an executor of its own

/// Reduces on the main actor, as simple stores of classes do.
///
/// `@unchecked Sendable` because the tests use it on the main actor alone.
private final class PlainClassStore: ReferenceStateStore, @unchecked Sendable {
  private let state = DeskState()
  private var observers: [() -> Void] = []

  func dispatch(_ action: DeskAction) {
    Notes.themeBlock(state, action)
    for notify in observers { notify() }
  }

  func currentState() throws -> sending DeskState {
    let copy = DeskState()
    Notes.themeProjection.write(copy, Notes.themeProjection.read(state))
    return copy
  }

  func read<Result: Sendable>(
    _ body: @Sendable (DeskState) throws -> Result
  ) throws -> Result {
    try body(state)
  }

  @MainActor
  func observe<Value: Sendable>(
    _ read: @escaping @Sendable (DeskState) -> Value,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    handler(read(state))
    observers.append { [state] in
      let value = read(state)
      MainActor.assumeIsolated { handler(value) }
    }
    return ObservationToken {}
  }
}
