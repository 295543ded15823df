/// A function that changes the objects of the state in place, as one action requires.
///
/// The store calls every block for every action, in the order in which its initializer received the blocks. The blocks
/// run on the executor of the store, never on the thread that dispatched the action. All blocks receive the same live
/// state. A block must not keep a reference to the state. The type comes from `RDXReduceBlock` of ReduxObjC.
///
/// A block must not call `currentState()`, `read(_:)` or `flush()` of its own store: the call and the block would wait
/// for each other, so the process ends. A block must also not wait for a thread that calls one of these methods: the
/// block and the thread would wait forever. A block can dispatch an action; the store puts this action behind all
/// pending actions.
public typealias ReduceBlock<State, Action> = @Sendable (State, Action) -> Void

/// A function that changes the objects of the state on the main actor, as one action requires.
///
/// A ``MainReferenceStore`` uses this type in place of ``ReduceBlock``. The block can call every method of its store.
/// If the block calls `currentState()` or `read(_:)`, it sees its own changes so far. If the block dispatches an
/// action, the store reduces this action after all pending actions.
public typealias MainReduceBlock<State, Action> = @MainActor (State, Action) -> Void

/// Converts a main-actor function to a nonisolated one, for a parameter that accepts only nonisolated functions.
///
/// The parts of a slice, such as a projection, take functions without isolation. A slice of a ``MainReferenceStore``
/// runs these functions on the main actor, so they can use a model that is isolated to the main actor:
///
/// ```swift
/// Projection(
///   read: onMainActor { LibraryValue(title: $0.title) },
///   write: onMainActor { $0.title = $1.title })
/// ```
///
/// - Parameter body: A function that is isolated to the main actor.
/// - Returns: The function without its isolation; a call outside of the main actor ends the process with a message.
public func onMainActor<State, Result: Sendable>(
  _ body: @escaping @MainActor (State) -> Result
) -> @Sendable (State) -> Result {
  { state in
    // It does not leave the main actor.
    nonisolated(unsafe) let state = state
    return MainActor.assumeIsolated { unsafe body(state) }
  }
}

/// Converts a function of two parameters, such as a ``MainReduceBlock``, to a nonisolated one.
public func onMainActor<State, Argument: Sendable, Result: Sendable>(
  _ body: @escaping @MainActor (State, Argument) -> Result
) -> @Sendable (State, Argument) -> Result {
  { state, argument in
    nonisolated(unsafe) let state = state
    return MainActor.assumeIsolated { unsafe body(state, argument) }
  }
}

/// A type that lists the reduce blocks of one part of the app.
///
/// ```swift
/// enum LoginReducers: ReducerProvider {
///   static var reducers: [ReduceBlock<AppState, AppAction>] { [addLogin, removeLogin] }
/// }
/// ```
///
/// `ReferenceStore.init(state:providers:configuration:)` reads `reducers` once, on the thread that creates the store.
/// The protocol comes from `RDXReducer` of ReduxObjC.
public protocol ReducerProvider<State, Action> {
  /// The class of the root object of the state.
  associatedtype State
  /// The type of the actions that the blocks receive.
  associatedtype Action

  /// The blocks, in the order in which the store calls them.
  static var reducers: [ReduceBlock<State, Action>] { get }
}

/// An action in the form of ReduxObjC: an identifier and an optional payload.
///
/// To keep existing actions, let their types conform to `ReduxAction`. The `Action` of the store is then one of these
/// types, or `any ReduxAction` for several types. In new code, prefer an enum: the compiler checks its payloads.
///
/// ```swift
/// struct Rename: ReduxAction {
///   let identifier = "rename"
///   let name: String
///   var payload: (any Sendable)? { name }
/// }
/// ```
///
/// In ReduxObjC, the code that dispatched an action can change the payload afterwards. In this module, actions are
/// `Sendable`, so a payload cannot change after the dispatch.
public protocol ReduxAction: Sendable {
  /// The name of the event that the action reports; each kind of action has its own name.
  var identifier: String { get }

  /// The data that the reduce blocks need in addition to the identifier; nil if they need no data.
  var payload: (any Sendable)? { get }
}

extension ReduxAction {
  /// The default payload, which is nil.
  public var payload: (any Sendable)? { nil }
}
