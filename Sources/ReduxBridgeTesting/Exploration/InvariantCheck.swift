import ObjectGraph
public import ReduxBridge
public import ReferenceRedux
public import ValueRedux

/// Checks invariants of one side alone in every state that some actions can reach.
///
/// It needs no migration, only reduce blocks or a reducer:
///
/// ```swift
/// let check = InvariantCheck(libraryReducer) { Library() }
///   .always("the selection exists") { $0.selection.map($0.ids.contains) ?? true }
/// #expect(try check.exhaust(LibraryAction.samples, depth: 6).isExhaustive)
/// ```
public struct InvariantCheck<State, Action: Sendable>: Sendable {
  private let search:
    @Sendable (InvariantCheck, [Action], SearchBounds, Set<String>) throws -> (
      outcome: SearchOutcome<String>, losses: [String]
    )
  private var invariants: [(claim: String, holds: @Sendable (State) -> Bool)] = []
  private let options: ParityOptions<Action>

  /// Creates a check of reduce blocks over a reference state.
  ///
  /// - Parameters:
  ///   - blocks: The blocks, in order.
  ///   - parity: How actions are named and what of them may be shown.
  ///   - initialState: Makes the state to start from: new at each call, and always equal.
  public init(
    _ blocks: [ReduceBlock<State, Action>], parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) where State: AnyObject & Codable & SendableMetatype {
    options = parity
    search = { check, actions, bounds, identified in
      let search = ClassSearch<State, String>(
        actionCount: actions.count, bounds: bounds, identified: identified,
        makeState: initialState,
        makeReduce: {
          { state, action, _ in
            for block in blocks { block(state, actions[action]) }
            return check.broken(in: state)
          }
        })
      return (try search.run(), try search.losses())
    }
  }

  /// Creates a check of a reducer over a value.
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - parity: How actions are named and what of them may be shown.
  ///   - initialState: Makes the value to start from.
  public init(
    _ reducer: Reducer<State, Action>, parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) where State: Encodable & Sendable {
    options = parity
    search = { check, actions, bounds, identified in
      let search = StateSearch<InvariantState<State>, String>(
        actionCount: actions.count, bounds: bounds,
        makeWorker: {
          StateSearch<InvariantState<State>, String>.Worker(
            start: { InvariantState(try initialState()) },
            copy: { InvariantState($0.value) },
            reduce: { box, action, number in
              reducer.reduce(
                &box.value, actions[action], number: ActionNumber(UInt64(number)))
              return check.broken(in: box.value)
            },
            fingerprint: { box in
              try Graph.fingerprint(of: box.value, leavingOut: identified)
            })
        })
      return (try search.run(), [])
    }
  }

  /// Returns this check with one more invariant.
  ///
  /// - Parameters:
  ///   - claim: What holds, in words, for the report.
  ///   - holds: Whether it holds in a state; runs on several threads.
  /// - Returns: A copy of this check with the invariant after the ones before.
  public func always(
    _ claim: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> InvariantCheck {
    var check = self
    check.invariants.append((claim, holds))
    return check
  }

  /// Visits every state that some actions can reach within a depth, once each, and checks the invariants
  /// after every transition.
  ///
  /// - Parameters:
  ///   - actions: The actions to try in each state, with each payload that matters; 65,535 at most.
  ///   - depth: The number of actions from the initial state to the last states, at most.
  ///   - limit: The number of states after which the search ends.
  ///   - cores: How many threads run the blocks or the reducer; nil for all cores.
  ///   - identified: The encoded fields of the state to leave out of the fingerprints.
  ///   - progress: Receives the number of states and of transitions now and then, on this thread.
  /// - Returns: What was proved, or found. The first violation has a shortest list of actions.
  /// - Throws: Errors of making, copying or encoding a state.
  public func exhaust(
    _ actions: [Action], depth: Int, limit: Int = 1_000_000, cores: Int? = nil,
    identifying identified: Set<String> = [],
    progress: @escaping (_ states: Int, _ transitions: Int) -> Void = { _, _ in }
  ) throws -> ExhaustiveReport<Action> {
    let bounds = SearchBounds(depth, limit, cores, actions.count, progress)
    let (outcome, losses) = try search(self, actions, bounds, identified)
    return ExhaustiveReport(
      outcome, of: [], actions, bounds, identifying: identified, losses: losses, options: options
    ) { claim, _ in (nil, "does not always hold: \(claim)", []) }
  }

  private func broken(in state: State) -> String? {
    invariants.first { !$0.holds(state) }?.claim
  }
}

/// A value that a search reduces in place.
private final class InvariantState<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
