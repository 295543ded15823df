/// A function that mutates the class state in place, as one action requires.
///
/// The store calls every block for every action, in the order of its array, on the executor of
/// the store and never on the thread that dispatched. All blocks receive the same live state. A
/// block must not keep it beyond the call. Comes from `RDXReduceBlock` of ReduxObjC.
///
/// A block must not call `currentState()`, `read(_:)` or `flush()` of its own store, which would
/// wait for the block to return. It must not wait for another thread that calls them either. It
/// may dispatch: the action is queued last.
public typealias ReduceBlock<State, Action> = @Sendable (State, Action) -> Void

/// A function that mutates the class state on the main actor, as one action requires.
///
/// A ``ReduceBlock`` for a ``MainReferenceStore``. It may call each method of its store: a read sees
/// what the block has changed so far, and a dispatched action is reduced after the present one.
public typealias MainReduceBlock<State, Action> = @MainActor (State, Action) -> Void

/// Passes a function of the main actor as a parameter without isolation that is called on the main actor.
///
/// The parts of a slice take functions without isolation. In a ``MainReferenceStore`` they run on the main
/// actor, where they may use a model that is isolated to it:
///
/// ```swift
/// Projection(
///   read: onMainActor { LibraryValue(title: $0.title) },
///   write: onMainActor { $0.title = $1.title })
/// ```
///
/// - Parameter body: A function that runs on the main actor.
/// - Returns: The function without its isolation. Called elsewhere, it ends the process with a message.
public func onMainActor<State, Result: Sendable>(
  _ body: @escaping @MainActor (State) -> Result
) -> @Sendable (State) -> Result {
  { state in
    // It does not leave the main actor.
    nonisolated(unsafe) let state = state
    return MainActor.assumeIsolated { unsafe body(state) }
  }
}

/// Passes a function of two parameters, such as a ``MainReduceBlock``, in the same way as one of one parameter.
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
/// `ReferenceStore.init(state:providers:configuration:)` reads `reducers` once, on the thread that
/// makes the store. Comes from the `RDXReducer` protocol of ReduxObjC.
public protocol ReducerProvider<State, Action> {
  /// The class state that the blocks mutate.
  associatedtype State
  /// The actions that the blocks receive.
  associatedtype Action

  /// The blocks, in the order in which the store calls them.
  static var reducers: [ReduceBlock<State, Action>] { get }
}

/// An action in the form of ReduxObjC: an identifier and an optional payload.
///
/// Use a struct that conforms to it, or `any ReduxAction`, as the `Action` of a store to keep existing
/// code. In new code prefer an enum of your own, where the compiler checks the payloads.
///
/// ```swift
/// struct Rename: ReduxAction {
///   let identifier = "rename"
///   let name: String
///   var payload: (any Sendable)? { name }
/// }
/// ```
///
/// In ReduxObjC the code that dispatches an action can still change its payload. Here actions are
/// `Sendable`, so that a payload cannot change after the dispatch.
public protocol ReduxAction: Sendable {
  /// The name of what happened, unique among the actions of the app.
  var identifier: String { get }

  /// The data that the reduce blocks need besides the identifier, or `nil`.
  var payload: (any Sendable)? { get }
}

extension ReduxAction {
  /// The default: no payload.
  public var payload: (any Sendable)? { nil }
}
