/// Checks both sides of a slice on lists of actions, without a store: for tests and for finding the
/// smallest list that shows a difference.
///
/// ```swift
/// let check = ParityCheck(theme) { AppState() }
/// #expect(try check.firstMismatch(after: [.setManual(true), .setBrightness(1.5)]) == nil)
/// ```
///
/// Both sides are run as at ``Stage/shadow``: on each action from one pre-state, the old side's answer
/// being the next one. Effects are compared, and none is done.
///
/// ## Thread safety
/// Safe from any thread: each call makes a state of its own.
public struct ParityCheck<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>: Sendable {
  /// The slice that is checked.
  public let slice: Slice<State, Action, Value>

  let options: ParityOptions<Action>
  let makeState: @Sendable () throws -> State

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - slice: The slice that is checked.
  ///   - parity: What may be shown, and how actions are named; always every action is compared.
  ///   - initialState: Makes the state that each run starts from: new at each call, always the same.
  public init(
    _ slice: Slice<State, Action, Value>,
    parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) {
    self.slice = slice
    var options = parity
    options.sampling = .everyAction
    options.onMismatch = nil
    self.options = options
    makeState = initialState
  }

  /// Compares both sides after each of some actions.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: What was compared, and each unexplained mismatch.
  /// - Throws: What making the initial state throws.
  public func run(
    _ actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> ParityReport {
    var options = options
    options.keptMismatches = .max
    let recorder = try reduce(actions, startingFrom: start, options) { _ in false }
    return ParityReport(ledger: recorder.ledger, mismatches: recorder.mismatches)
  }

  /// The first unexplained difference between both sides, if there is one.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order; those after the first difference are not run.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: The mismatch, or nil when both sides agree.
  /// - Throws: What making the initial state throws.
  public func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> Mismatch? {
    try reduce(actions, startingFrom: start, options) { !$0.mismatches.isEmpty }.mismatches.first
  }

  private func reduce(
    _ actions: some Sequence<Action>, startingFrom start: Value?, _ options: ParityOptions<Action>,
    until isDone: (ParityRecorder<Action>) -> Bool
  ) throws -> ParityRecorder<Action> {
    let state = try makeState()
    if let start { slice.projection.write(state, start) }
    let recorder = ParityRecorder(options: options)
    let index = ValueBox(0)
    let runtime = SliceRuntime(
      slice, recorder: recorder, index: index, performsEffects: false)
    runtime.move(to: .shadow, state)
    let blocks = runtime.blocks
    for action in actions {
      index.place.pointee += 1
      for block in blocks { block(state, action) }
      if isDone(recorder) { break }
    }
    return recorder
  }
}

/// What a ``ParityCheck`` saw.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityReport: Sendable {
  /// What was compared, how often, and with which result.
  public let ledger: ParityLedger
  /// The unexplained mismatches, in the order of the actions.
  public let mismatches: [Mismatch]
}
