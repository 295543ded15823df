// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stores in the form of those of libraries on which an app may end, as far as a page uses them.

internal import Foundation

@MainActor public final class Cancellable {
  public let cancel: () -> Void
  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
}

/// In the form of TCA's store.
@MainActor public final class Store<State, Action> {
  private var state: State
  private let reduce: (inout State, Action) -> Void
  private var sinks: [UUID: (State) -> Void] = [:]

  public init(initialState: State, reduce: @escaping (inout State, Action) -> Void) {
    (state, self.reduce) = (initialState, reduce)
  }

  public func withState<Part>(_ body: (State) -> Part) -> Part { body(state) }

  public func send(_ action: Action) {
    reduce(&state, action)
    for sink in sinks.values { sink(state) }
  }

  public func sink(_ receive: @escaping (State) -> Void) -> Cancellable {
    let id = UUID()
    sinks[id] = receive
    receive(state)
    return Cancellable { self.sinks[id] = nil }
  }
}

/// In the form of ReSwift's store.
@MainActor public protocol StoreSubscriber<State>: AnyObject {
  associatedtype State
  func newState(state: State)
}

@MainActor open class ReduxStore<State, Action> {
  public private(set) var state: State
  private let reducer: (Action, State?) -> State
  private var subscribers: [any StoreSubscriber<State>] = []

  public init(reducer: @escaping (Action, State?) -> State, state: State) {
    (self.reducer, self.state) = (reducer, state)
  }

  open func dispatch(_ action: Action) {
    state = reducer(action, state)
    for subscriber in subscribers { subscriber.newState(state: state) }
  }

  public func subscribe(_ subscriber: some StoreSubscriber<State>) {
    subscribers.append(subscriber)
    subscriber.newState(state: state)
  }

  public func unsubscribe(_ subscriber: AnyObject) { subscribers.removeAll { $0 === subscriber } }
}

/// In the form of the store of Firefox iOS: a state that is not nil, and a queue of actions.
@MainActor public final class FirefoxStore<State, Action>: ReduxStore<State, Action> {
  private var queue: [Action] = []

  public init(state: State, reducer: @escaping (State, Action) -> State) {
    super.init(reducer: { reducer($1 ?? state, $0) }, state: state)
  }

  public override func dispatch(_ action: Action) {
    queue.append(action)
    guard queue.count == 1 else { return }
    while let action = queue.first {
      super.dispatch(action)
      queue.removeFirst()
    }
  }
}

/// The subjects of RxSwift, as far as a page uses them: it replays the last `bufferSize` events.
@MainActor public final class Subject<Element> {
  private let bufferSize: Int
  private var replayed: [Element] = []
  private var observers: [(Element) -> Void] = []

  public init(bufferSize: Int = 0) { self.bufferSize = bufferSize }

  public static func create(bufferSize: Int) -> Subject { Subject(bufferSize: bufferSize) }

  public func onNext(_ element: Element) {
    replayed = (replayed + [element]).suffix(bufferSize)
    for observer in observers { observer(element) }
  }

  public func subscribe(onNext: @escaping (Element) -> Void) {
    for element in replayed { onNext(element) }
    observers.append(onNext)
  }
}
