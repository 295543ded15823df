/// A type that lists the reduce blocks of one part of the app.
///
/// ```swift
/// enum LoginReducers: ReducerProvider {
///   static var reducers: [ReduceBlock<AppState, AppAction>] { [addLogin, removeLogin] }
/// }
/// ```
///
/// A store made with `init(state:providers:configuration:)` asks each provider once, in order.
/// Comes from the `RDXReducer` protocol of ReduxObjC.
///
/// ## Thread safety
///
/// `reducers` is read once, on the thread that makes the store.
public protocol ReducerProvider<State, Action> {
  /// The reference state that the blocks mutate.
  associatedtype State
  /// What the blocks are told.
  associatedtype Action

  /// The blocks, in the order in which they are to run.
  static var reducers: [ReduceBlock<State, Action>] { get }
}
