import Foundation
public import ReduxBridge

/// Checks both sides of a slice on lists of actions, without a store: for tests, and to find the
/// smallest list that shows a difference.
///
/// ```swift
/// let check = ParityCheck(theme) { AppState() }
/// #expect(try check.firstMismatch(after: [.setManual(true), .setBrightness(1.5)]) == nil)
/// ```
///
/// Both sides run as at `Stage.shadow`: from one pre-state on each action, and the answer of the old
/// side is the next pre-state. Effects are compared and never performed. Each call makes a state of its
/// own. The reduce blocks of the slices that this one reads run before its own, directly or through
/// others read, each after those that it reads itself.
///
/// A model that is isolated to the main actor is checked there: `initialState` makes it in
/// `MainActor.assumeIsolated`, and a call elsewhere ends the process with a message. `exhaust`, which runs on
/// several threads, and `MigrationCheck` take no such model.
public struct ParityCheck<
  State: AnyObject & Codable, Action: Sendable, Value: Equatable & Sendable
>: Sendable {
  let slice: StateSlice<State, Action, Value>
  let options: ParityOptions<Action>
  let unchanged: [String: String]
  let makeState: @Sendable () throws -> State

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - slice: The slice to check.
  ///   - parity: What may be shown, and how actions are named; a check compares every action.
  ///   - unchanged: Why no action needs to change the slice, by its name, and why none needs to write a
  ///     field, as `slice.field`; empty to have a check fail that does not exercise them.
  ///   - initialState: Makes the state that each run starts from: new at each call, and always equal.
  public init(
    _ slice: StateSlice<State, Action, Value>,
    parity: ParityOptions<Action> = ParityOptions(),
    unchanged: [String: String] = [:],
    initialState: @escaping @Sendable () throws -> State
  ) {
    self.slice = slice
    self.unchanged = unchanged
    options = parity.forChecks()
    makeState = initialState
  }

  /// Compares both sides after each of some actions.
  ///
  /// If both sides differ, the check probes both for noise; see ``noise(after:startingFrom:runs:)``.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  /// - Returns: What was compared, and each mismatch that no rule explains.
  /// - Throws: Errors of making or copying the initial state.
  public func run(
    _ actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> ParityReport {
    let actions = Array(actions)
    let recorder = try reduce(actions, startingFrom: start) { _ in false }
    let (mismatches, noise) = try judged(
      recorder.mismatches, after: actions, startingFrom: start)
    return ParityReport(
      slice: slice.name, ledger: recorder.ledger, mismatches: mismatches, noise: noise,
      isExcused: unchanged[slice.name] != nil)
  }

  /// Returns the first difference between both sides that no rule explains.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order; those after the first difference do not run.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  /// - Returns: The mismatch, or nil when both sides agree.
  /// - Throws: Errors of making the initial state, and an error that says so when both sides agree and no
  ///   action changed the slice, requested an effect or raised a signal: then nothing was checked.
  public func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> Mismatch? {
    let (found, recorder) = try firstMismatch(after: actions, startingFrom: start) { _ in true }
    let total = recorder.ledger.total(of: slice)
    if found == nil, unchanged[slice.name] == nil, total.exercise.isEmpty {
      throw VacuousCheckError(["\(slice.name): no action changed it"])
    }
    return found
  }

  /// Returns the first difference of a kind, and the recorder of what was compared.
  func firstMismatch(
    after actions: some Sequence<Action>, startingFrom start: Value?,
    where isWanted: (Mismatch) -> Bool
  ) throws -> (mismatch: Mismatch?, recorder: ParityRecorder<Action>) {
    var seen = 0
    var found: Mismatch?
    let recorder = try reduce(actions, startingFrom: start) { recorder in
      let new = recorder.mismatches.dropFirst(seen)
      seen += new.count
      found = new.first(where: isWanted)
      return found != nil
    }
    return (found, recorder)
  }

  /// Returns a new state, with a given value of the slice.
  func initialState(from start: Value?) throws -> State {
    let state = try makeState()
    if let start { slice.projection.write(state, start) }
    return state
  }

  private func reduce(
    _ actions: some Sequence<Action>, startingFrom start: Value?,
    until isDone: (ParityRecorder<Action>) -> Bool
  ) throws -> ParityRecorder<Action> {
    let state = try initialState(from: start)
    let recorder = ParityRecorder(options: options)
    let judge = ActionJudge(entries, recorder: recorder, judging: slice.name)
    for (index, action) in actions.enumerated() {
      judge.record(action, number: index + 1, state)
      if isDone(recorder) { break }
    }
    return recorder
  }

  /// Makes what judges actions without counting them.
  func makeJudge() -> ActionJudge<State, Action> {
    ActionJudge(entries, recorder: ParityRecorder(options: options), judging: slice.name)
  }

  /// The slice and those that it reads, in the order in which they run, all at stage `legacy`.
  func makeCoordinator() -> MigrationCoordinator<State, Action> {
    MigrationCoordinator(
      entries: entries, recorder: ParityRecorder(options: options))
  }

  var entries: [MigrationEntry<State, Action>] {
    (slice.listed.allReads + [slice.listed]).map { MigrationEntry(content: .slice($0)) }
  }
}

/// The result of a ``ParityCheck``.
public struct ParityReport: Sendable {
  let slice: String
  /// The counts of comparisons and their results.
  public let ledger: ParityLedger
  /// The mismatches that no rule explains, in the order of the actions.
  ///
  /// The descriptions of those at a noisy place say `[noise]`.
  public let mismatches: [Mismatch]
  /// The places that the same input does not determine; searched only when there are mismatches.
  package let noise: [Noise]
  let isExcused: Bool

  /// The reasons why the check fails, one sentence each; empty when it passes.
  ///
  /// A check fails on each mismatch that no rule explains, noise included, if no action changed the slice,
  /// and on each rule that never applied, because the rule excuses a difference that is gone or never
  /// existed.
  public var failures: [String] {
    mismatches.map(\.description)
      + (isExcused || ledger.total(ofSliceNamed: slice).changed > 0
        ? [] : ["\(slice): no action changed it"])
      + ledger.unusedRules(ofSliceNamed: slice).map { "\(slice): rule that never applied: \($0)" }
  }
}

/// The error of a check that found nothing because it exercised nothing.
struct VacuousCheckError: LocalizedError, CustomStringConvertible {
  let reasons: [String]

  init(_ reasons: [String]) {
    self.reasons = reasons
  }

  var description: String {
    "Nothing was found, and this was not exercised: \(reasons.joined(separator: "; ")). Give actions that "
      + "do, or the reason why none does as `unchanged` of the check."
  }

  var errorDescription: String? { description }
}

extension ParityOptions {
  /// These options for a check: each action is compared, and every mismatch is kept and returned.
  func forChecks() -> ParityOptions {
    var options = self
    options.isCheck = true
    options.sampling = .everyAction
    options.tracedActions = 0
    options.onMismatch = nil
    options.keptMismatches = .max
    return options
  }
}
