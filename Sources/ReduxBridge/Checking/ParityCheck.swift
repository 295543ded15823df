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
  public let slice: StateSlice<State, Action, Value>

  let options: ParityOptions<Action>
  let makeState: @Sendable () throws -> State

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - slice: The slice that is checked.
  ///   - parity: What may be shown, and how actions are named; always every action is compared.
  ///   - initialState: Makes the state that each run starts from: new at each call, always the same.
  public init(
    _ slice: StateSlice<State, Action, Value>,
    parity: ParityOptions<Action> = ParityOptions(),
    initialState: @escaping @Sendable () throws -> State
  ) {
    self.slice = slice
    var options = parity
    options.sampling = .everyAction
    options.tracedActions = 0
    options.onMismatch = nil
    self.options = options
    makeState = initialState
  }

  /// Compares both sides after each of some actions.
  ///
  /// Where both sides differ, both are probed for noise before either is blamed: see
  /// ``noise(after:startingFrom:)``.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: What was compared, and each mismatch that no rule explains.
  /// - Throws: What making or copying the initial state throws.
  public func run(
    _ actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> ParityReport {
    let actions = Array(actions)
    var options = options
    options.keptMismatches = .max
    let recorder = try reduce(actions, startingFrom: start, options) { _ in false }
    let (mismatches, noise) = try judged(
      recorder.mismatches, after: actions, startingFrom: start)
    return ParityReport(
      slice: slice.name, ledger: recorder.ledger, mismatches: mismatches, noise: noise)
  }

  /// The first difference between both sides that no rule explains, if there is one.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order; those after the first difference are not run.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: The mismatch, or nil when both sides agree.
  /// - Throws: What making the initial state throws.
  public func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> Mismatch? {
    try firstMismatch(after: actions, startingFrom: start) { _ in true }
  }

  /// The first difference that is of a certain kind.
  func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value?,
    where isWanted: (Mismatch) -> Bool
  ) throws -> Mismatch? {
    var options = options
    options.keptMismatches = .max
    var seen = 0
    var found: Mismatch?
    _ = try reduce(actions, startingFrom: start, options) { recorder in
      let new = recorder.mismatches(after: seen)
      seen += new.count
      found = new.first(where: isWanted)
      return found != nil
    }
    return found
  }

  /// A new state, at a given value of the slice.
  func initialState(from start: Value?) throws -> State {
    let state = try makeState()
    if let start { slice.projection.write(state, start) }
    return state
  }

  private func reduce(
    _ actions: some Sequence<Action>, startingFrom start: Value?, _ options: ParityOptions<Action>,
    until isDone: (ParityRecorder<Action>) -> Bool
  ) throws -> ParityRecorder<Action> {
    let state = try initialState(from: start)
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
  /// The slice that was checked.
  public let slice: String
  /// What was compared, how often, and with which result.
  public let ledger: ParityLedger
  /// The mismatches that no rule explains, in the order of the actions.
  ///
  /// Those at a noisy place have the verdict ``Mismatch/Verdict/noise``.
  public let mismatches: [Mismatch]
  /// What the same input does not determine; looked for when there are mismatches.
  public let noise: [Noise]

  /// Why the check fails, one sentence each; empty when it passes.
  ///
  /// A check fails on each mismatch that no rule explains, noise included, and on each rule that never
  /// applied: it excuses what is no longer there, or never was.
  public var failures: [String] {
    mismatches.map(\.description)
      + ledger.unusedRules(of: slice).map { "\(slice): rule that never applied: \($0)" }
  }
}
