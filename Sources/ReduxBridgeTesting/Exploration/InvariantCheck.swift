import ObjectGraph
public import ReduxBridge
public import ReferenceRedux

/// Checks invariants of reduce blocks in every state that some actions can reach; it needs no migration.
///
/// ```swift
/// let check = InvariantCheck(LibraryReducers.all) { Library() }
///   .always("the selection exists") { $0.selection.map($0.ids.contains) ?? true }
/// #expect(try check.exhaust(LibraryAction.samples, depth: 6).isExhaustive)
/// ```
public struct InvariantCheck<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable
>: Sendable {
  private let blocks: [ReduceBlock<State, Action>]
  private let options: ParityOptions<Action>
  private let makeState: @Sendable () throws -> State
  private var invariants: [(claim: String, holds: @Sendable (State) -> Bool)] = []

  /// Creates a check of reduce blocks over a reference state.
  ///
  /// - Parameters:
  ///   - blocks: The blocks, in order.
  ///   - parity: How actions are named and what of them may be shown.
  ///   - initialState: Makes the state to start from: new at each call, and always equal.
  public init(
    _ blocks: [ReduceBlock<State, Action>], parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) {
    (self.blocks, options, makeState) = (blocks, parity, initialState)
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

  /// Visits every state as ``ParityCheck/exhaust(_:depth:limit:cores:identifying:)`` does, and checks the invariants
  /// after every transition.
  public func exhaust(
    _ actions: [Action], depth: Int, limit: Int = 1_000_000, cores: Int? = nil,
    identifying identified: Set<String> = []
  ) throws -> ExhaustiveReport<Action> {
    let bounds = SearchBounds(depth, limit, cores, actions.count)
    let search = ClassSearch<State, String>(
      actionCount: actions.count, bounds: bounds, identified: identified, makeState: makeState,
      makeReduce: {
        { state, action, _ in
          for block in blocks { block(state, actions[action]) }
          return invariants.first { !$0.holds(state) }?.claim
        }
      })
    return ExhaustiveReport(
      try search.run(), of: [], actions, bounds, identifying: identified,
      losses: try search.losses(), options: options
    ) { claim, _ in (nil, "does not always hold: \(claim)", []) }
  }
}
