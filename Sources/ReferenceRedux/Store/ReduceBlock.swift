/// A function that mutates the reference state it is handed, in place, as one action asks.
///
/// The store calls every block for every action, in the order of its array, on the executor of
/// the store and never on the thread that dispatched. All blocks get the same live state: it must
/// not be kept beyond the call. Comes from `RDXReduceBlock` of ReduxObjC.
///
/// A block must not ask its own store for `currentState()`, `read(_:)` or `flush()` (it already
/// holds the state), and must not wait for another thread that does: that one would wait for
/// this block to return. It may dispatch; the action is then queued last.
public typealias ReduceBlock<State, Action> = @Sendable (State, Action) -> Void
