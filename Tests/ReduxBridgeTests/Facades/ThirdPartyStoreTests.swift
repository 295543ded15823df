import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

/// A store that is not ours takes either end of the bridge.
@MainActor @Suite struct ThirdPartyStoreTests {
  @Test func aStoreInTheFormOfReSwiftIsSeenAsAClassStore() async throws {
    let store = ReStore(state: NotesValue()) { action, state in
      var state = state
      if let action = action as? NotesAction { Notes.reduceNotes(&state, action) }
      return state
    }
    let legacy = LegacyFacade(store) { value in
      let state = NotesState()
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
    let token = facade.values.subscribe(\.brightness) { seen.append($0) }
    facade.dispatch(.setBrightness(0.25))
    #expect(seen == [0.5, 0.25])
    withExtendedLifetime(token) {}
  }
}

// MARK: A store in the form of ReSwift

private protocol ReAction: Sendable {}

extension NotesAction: ReAction {}

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

  init(state: State, reducer: @escaping (any ReAction, State) -> State) {
    self.state = state
    self.reducer = reducer
  }

  func dispatch(_ action: any ReAction) {
    state = reducer(action, state)
    for tell in subscribers.values { tell(state) }
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
  func follow(_ told: @escaping @MainActor (State) -> Void) -> FollowToken {
    let follower = ReFollower(told)
    subscribe(follower)
    return FollowToken { [weak self] in
      Task { @MainActor in self?.unsubscribe(follower) }
    }
  }
}

private final class ReFollower<State>: ReSubscriber, Sendable {
  private let told: @MainActor (State) -> Void

  init(_ told: @escaping @MainActor (State) -> Void) {
    self.told = told
  }

  @MainActor func newState(state: State) { told(state) }
}

extension LegacyFacade where Base == ReStore<NotesValue> {
  fileprivate func dispatch(_ action: NotesAction) {
    dispatch(action as any ReAction)
  }
}

// MARK: A class store without an executor of its own

/// Reduces on the main actor, as simple stores of classes do.
///
/// `@unchecked Sendable` because the tests use it on the main actor alone.
private final class PlainClassStore: ReferenceStateStore, @unchecked Sendable {
  private let state = NotesState()
  private var followers: [() -> Void] = []

  func dispatch(_ action: NotesAction) {
    Notes.themeBlock(state, action)
    for tell in followers { tell() }
  }

  func currentState() throws -> sending NotesState {
    let copy = NotesState()
    Notes.themeProjection.write(copy, Notes.themeProjection.read(state))
    return copy
  }

  func read<Result: Sendable>(
    _ body: @Sendable (NotesState) throws -> Result
  ) throws -> Result {
    try body(state)
  }

  @MainActor
  func follow<Value: Sendable>(
    _ read: @escaping @Sendable (NotesState) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken {
    told(read(state))
    followers.append { [state] in
      let value = read(state)
      MainActor.assumeIsolated { told(value) }
    }
    return FollowToken {}
  }
}
