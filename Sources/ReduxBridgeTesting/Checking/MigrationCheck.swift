public import ReduxBridge
public import ReferenceRedux

/// Checks the footprint of every reduce block of a store, in tests.
///
/// The footprint is what no projection carries, what a block writes outside of its slice, and what it
/// reads there.
/// A comparison of both sides sees what the projections see. This check looks at the whole graph of
/// objects, so that "no mismatch" means that nothing was lost:
///
/// ```swift
/// let check = MigrationCheck(AppStore.entries, replacing: AppReducers.all) { AppState.sample() }
/// let report = try check.run(actions)
/// print(report)
/// #expect(report.failures == [])
/// ```
///
/// Only the reduce blocks run, in the order of the entries, on a state that the check makes. It finds:
///
/// - fields that stand in no projection, and objects that two places share and no projection does
///   (a state that is rebuilt from the values of the slices alone is compared with the original);
/// - what a block writes to another slice, and, if it belongs to a slice, to unclaimed state;
/// - what a block reads of slices that its own does not declare, and of unclaimed state: the block runs
///   again on copies in which one other slice has the value of another moment;
/// - blocks that are listed twice, and an order that differs from that of the former list of blocks;
/// - objects that a block keeps, and writes to them between two actions;
/// - stored properties that a copy loses;
/// - projections that do not read what they wrote, or write outside of their slice;
/// - slices and fields that no action wrote: what the actions do not exercise is not proved.
///
/// The report says in how many values no read was seen. Sessions that an app recorded make good lists of actions.
///
/// The texts contain no values. They contain coding paths, and with them the keys of dictionaries.
public struct MigrationCheck<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Sendable
{
  let entries: [MigrationEntry<State, Action>]
  let original: [ReduceBlock<State, Action>]?
  let rules: [DifferenceRule]
  let excused: Set<String>
  let unchanged: [String: String]
  let options: ParityOptions<Action>
  let makeState: @Sendable () throws -> State

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - entries: The entries of the store.
  ///   - original: The list of reduce blocks that the entries replace; nil to leave their order
  ///     unchecked.
  ///   - rules: Coding paths of the state that may stand in no projection, each with the reason: the
  ///     flag of a signal, a cache.
  ///   - excused: The stored properties that a copy need not keep, as `Type.property`.
  ///   - unchanged: The slices that no action needs to change, and the fields that none needs to write, as
  ///     `slice` and `slice.field`, each with the reason.
  ///   - parity: How actions are named.
  ///   - initialState: Makes the state to start from, once more after each action: new at each call, and
  ///     always equal.
  public init(
    _ entries: [MigrationEntry<State, Action>],
    replacing original: [ReduceBlock<State, Action>]? = nil,
    allowing rules: [DifferenceRule] = [],
    ignoring excused: Set<String> = [],
    unchanged: [String: String] = [:],
    parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) {
    self.entries = entries
    self.original = original
    self.rules = rules
    self.excused = excused
    self.unchanged = unchanged
    options = parity
    makeState = initialState
  }

  /// Checks the footprint of the blocks over some actions: a list, a generated sequence, or the actions
  /// of a recording.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order; taken one at a time.
  ///   - values: How many values of each other slice a block is run with, for each type of action; 0 to
  ///     look for no reads.
  ///   - announce: Receives a line before each run with such a value, because a block that meets a
  ///     state that it does not expect may end the process; the last line then names the reason.
  /// - Returns: What was found, and how much was exercised.
  /// - Throws: Errors of making, copying or comparing the state.
  /// - Complexity: Per action, a new state to start from, and O(*b* · (*s* + *v*)) copies of the state,
  ///   *b* being the number of blocks, *s* that of the slices and *v* that of the values.
  public func run(
    _ actions: some Sequence<Action>, values: Int = 8,
    announcing announce: @escaping (String) -> Void = { print($0) }
  ) throws -> FootprintReport {
    var run = try FootprintRun(self, values: values, announce: announce)
    for action in actions { try run.reduce(action) }
    return try run.finish()
  }
}
