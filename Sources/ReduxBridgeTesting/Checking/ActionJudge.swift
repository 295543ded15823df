import ReduxBridge
import ReferenceRedux
import ValueRedux
import ValueReflection

/// Judges both sides of some slices, action by action and without a store: for every source of actions.
///
/// Both sides run as at `Stage.shadow`. A write of other code to a slice is found in the action in which
/// it happens, from the values before the action, around the slice's own blocks, and after the action.
/// So a judgment depends on the state and the action alone, whatever the source of the actions.
///
/// Confined to one thread, with the coordinator.
final class ActionJudge<State: AnyObject & Codable, Action: Sendable> {
  enum Step {
    case block(ListedBlock<State, Action>)
    case slice(any SliceJudging<State, Action>)
  }

  let recorder: ParityRecorder<Action>
  let coordinator: MigrationCoordinator<State, Action>
  private(set) var steps: [Step] = []
  private var judged: [any SliceJudging<State, Action>] = []
  /// The claims about every state, in words.
  private let claims: [(text: String, holds: @Sendable (State) -> Bool)]
  private let rules: [String: [DifferenceRule]]
  /// How often what `==` ignores is compared: after one action in so many; 0 for never.
  private let exactEvery: Int
  /// The number of actions so far: a visit of states judges several with one number.
  private var count = 0
  /// Whether code runs that may write to a slice of others.
  private var isWatching: Bool { steps.count > 1 }
  /// Whether to look after each block for what it wrote to others; otherwise around the blocks of each slice,
  /// which costs less where there are several.
  private var namesBlocks: Bool { judged.count == 1 }

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - check: The entries, and how texts are rendered.
  ///   - names: The slices to judge.
  ///   - exceptions: The places and types that the check leaves out.
  ///   - exactEvery: After one action in how many what `==` ignores is compared; 0 for never.
  init(
    _ check: ParityCheck<State, Action>, judging names: Set<String>, _ exceptions: CheckExceptions,
    exactEvery: Int = 0
  ) {
    self.exactEvery = exactEvery
    recorder = ParityRecorder(options: check.options)
    coordinator = MigrationCoordinator(entries: check.completed, recorder: recorder)
    claims = check.claims
    var rules: [String: [DifferenceRule]] = [:]
    for (entry, blocks) in zip(check.completed, check.blocks) {
      if case .slice(let slice) = entry.content, names.contains(slice.name) {
        let runtime = coordinator.runtime(named: slice.name)
        guard let judge = (runtime as? any Judgeable<State, Action>)?.makeJudge()
        else { continue }
        steps.append(.slice(judge))
        judged.append(judge)
        rules[slice.name] = judge.rules + exceptions.rules(of: slice.name)
      } else {
        steps += blocks.map { .block($0) }
      }
    }
    self.rules = rules
  }

  /// The parts that the actions wrote so far, by slice; a slice that none reached is missing.
  var exercises: [String: SliceExercise] {
    Dictionary(
      judged.compactMap { slice in slice.exercise.map { (slice.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Judges the actions of a list, up to the first after which a wanted finding is among those found.
  func judge(
    _ actions: [Action], from state: State, until isWanted: (Finding) -> Bool = { _ in false }
  ) -> [Finding] {
    var findings: [Finding] = []
    for (index, action) in actions.enumerated() {
      let found = judge(action, number: index + 1, state)
      findings += found
      if found.contains(where: isWanted) { break }
    }
    return findings
  }

  /// Reduces an action on both sides, counts it, and returns the first difference that no rule explains,
  /// or the first claim that does not hold.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - number: Its number, which signals carry.
  ///   - state: The state before it, which the old side changes.
  /// - Returns: The findings, of each slice that has some.
  func judge(_ action: Action, number: Int, _ state: State) -> [Finding] {
    let type = recorder.options.actionType(action)
    let text = recorder.options.redactor.text(of: action, at: "action")
    TrapNotice.note("\(type): \(text)")
    reduce(action, number, state)
    count += 1
    var findings: [Finding] = []
    for slice in judged {
      let (differences, exercise) = slice.takeJudgment()
      guard let exercise else { continue }
      let found = recorder.record(
        differences, isNoisy: false, exercise, slice: slice.name,
        rules: rules[slice.name] ?? [], stage: .shadow, action, count)
      guard var found else { continue }
      found.actionNumber = number
      findings.append(found)
    }
    if let broken = claims.first(where: { !$0.holds(state) }) {
      findings.append(
        Finding(
          .claim, at: "", other: broken.text, after: type, number: number, action: text))
    }
    return findings
  }

  private func reduce(_ action: Action, _ index: Int, _ state: State) {
    coordinator.begin(index)
    if isWatching { for slice in judged { slice.beginWatch(state) } }
    for step in steps {
      switch step {
      case .block(let block):
        block.reduce(state, action)
        if namesBlocks { judged[0].noteWrites(of: block.name, state) }
      case .slice(let slice):
        if !namesBlocks { slice.noteWrites(of: nil, state) }
        slice.judge(action, state, exactly: exactEvery > 0 && (index - 1) % exactEvery == 0)
      }
    }
    if !namesBlocks { for slice in judged { slice.noteWrites(of: nil, state) } }
  }
}

/// The judge of one slice, independent of the type of its value.
protocol SliceJudging<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var name: String { get }
  var rules: [DifferenceRule] { get }

  /// The parts that the actions wrote; nil before the first.
  var exercise: SliceExercise? { get }

  /// Looks for writes of other code from now on.
  func beginWatch(_ state: State)

  /// Finds what other code wrote to the slice: the block with a name, or any.
  func noteWrites(of block: String?, _ state: State)

  /// Reduces an action on both sides, and keeps what it finds.
  func judge(_ action: Action, _ state: State, exactly isExact: Bool)

  /// Returns what was found after an action, and nothing more of it from then on.
  func takeJudgment() -> (differences: [FoundDifference], exercise: ParityLedger.Exercise?)

  /// Reduces an action on both sides of states that are alike, and returns what differs between the runs; without an
  /// action, what differs between the states.
  func noise(
    _ action: Action?, in states: [State], _ redactor: Redactor
  ) -> [(side: Side, difference: FoundDifference)]
}

/// The run of a slice, independent of the type of its value.
private protocol Judgeable<State, Action> {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  func makeJudge() -> any SliceJudging<State, Action>
}

extension SliceRuntime: Judgeable {
  fileprivate func makeJudge() -> any SliceJudging<State, Action> { SliceJudge(self) }
}

private final class SliceJudge<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>: SliceJudging {
  private let runtime: SliceRuntime<State, Action, Value>
  private var slice: StateSlice<State, Action, Value> { runtime.slice }
  private(set) var exercise: SliceExercise?
  /// The value that the slice has unless other code writes to it; read only while other code runs.
  private var expected: Value?
  /// The findings after the present action: of both sides, and of other code.
  private var differences: [FoundDifference] = []
  private var foreign: [FoundDifference] = []
  /// The exercise of the present action; nil before the first.
  private var counted: ParityLedger.Exercise?

  init(_ runtime: SliceRuntime<State, Action, Value>) { self.runtime = runtime }

  var name: String { slice.name }
  var rules: [DifferenceRule] { slice.rules }

  func beginWatch(_ state: State) {
    expected = slice.projection.read(state)
  }

  func noteWrites(of block: String?, _ state: State) {
    guard let expected else { return }
    let present = slice.projection.read(state)
    foreign += runtime.foreignWrites(from: expected, to: present, by: block)
    self.expected = present
  }

  func judge(_ action: Action, _ state: State, exactly isExact: Bool) {
    let run = SliceRun(runtime, state, keepsBefore: true)
    run.reduce(action, on: .legacy)
    let requested = run.requestedEffects(action, on: .legacy)
    run.reduce(action, on: .value)
    counted = run.exercise(requested: requested)
    if exercise?.isComplete != true, let before = run.before {
      noteChange(from: before.value, to: run.value)
    }
    let answer = slice.projection.read(state)
    differences = run.differences(of: answer, after: action, requested: requested).all
    if isExact, differences.isEmpty { differences = run.exactDifferences(of: answer) }
    expected = answer
  }

  func takeJudgment() -> (differences: [FoundDifference], exercise: ParityLedger.Exercise?) {
    defer { foreign = [] }
    return (differences + foreign, counted)
  }

  /// Notes which fields an action wrote.
  private func noteChange(from before: Value, to after: Value) {
    var exercise = exercise ?? SliceExercise(before)
    if before != after {
      exercise.note(
        Redactor().reflected(from: before, to: after, by: .declared).map(\.components))
    } else if counted?.isEmpty == false {
      exercise.note([])
    }
    self.exercise = exercise
  }

  func noise(
    _ action: Action?, in states: [State], _ redactor: Redactor
  ) -> [(side: Side, difference: FoundDifference)] {
    typealias Answer = (value: Value, effects: [RequestedEffect])
    let runs = states.map { state -> (before: Value?, answers: [Side: Answer]) in
      let run = SliceRun(runtime, state, keepsBefore: true)
      guard let action else { return (nil, [.legacy: (run.value, [])]) }
      run.reduce(action, on: .legacy)
      let requested = run.requestedEffects(action, on: .legacy)
      run.reduce(action, on: .value)
      let answers = [
        Side.legacy: (slice.projection.read(state), requested),
        .value: (run.value, run.requestedEffects(action, on: .value)),
      ]
      return (run.before?.value, answers)
    }
    // A state that is no copy counts as long as it is the same before the action.
    for (index, run) in runs.enumerated().dropFirst()
    where index == 1 || run.before == runs[0].before {
      var found: [(side: Side, difference: FoundDifference)] = []
      for side in [Side.value, .legacy] {
        guard let first = runs[0].answers[side], let second = run.answers[side] else { continue }
        let differences =
          first.value == second.value
          ? [] : redactor.found(.noise, from: first.value, to: second.value, by: .declared)
        let effects = RequestedEffect.differences(
          legacy: first.effects, value: second.effects, by: .declared)
        found += (differences + effects).map { (side, $0) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }
}
