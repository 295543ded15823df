import ReduxBridge
import ReferenceRedux
import ValueRedux
import ValueReflection

/// Judges both sides of some slices, action by action and without a store: for every source of actions.
///
/// Both sides run as at `Stage.shadow`. What other code writes to a slice is found in the action in which
/// it does so, from the values before the action, around the slice's own blocks, and after the action.
/// So a judgment depends on the state and the action alone: a list, a random search and a visit of all states
/// judge alike.
///
/// Confined to one thread, with the coordinator.
final class ActionJudge<State: AnyObject & Codable, Action: Sendable> {
  enum Step {
    case block(ReduceBlock<State, Action>, name: String)
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
  ///   - exceptions: What the check leaves out.
  ///   - exactEvery: After one action in how many what `==` ignores is compared; 0 for never.
  init(
    _ check: ParityCheck<State, Action>, judging names: Set<String>, _ exceptions: CheckExceptions,
    exactEvery: Int = 0
  ) {
    self.exactEvery = exactEvery
    recorder = ParityRecorder(options: check.options)
    coordinator = MigrationCoordinator(entries: check.completed, recorder: recorder)
    claims = check.claims
    var (unclaimed, rules) = (0, [String: [DifferenceRule]]())
    for entry in check.completed {
      switch entry.content {
      case .blocks(let blocks):
        for block in blocks {
          steps.append(.block(block, name: "unclaimed.\(unclaimed)"))
          unclaimed += 1
        }
      case .slice(let slice) where names.contains(slice.name):
        let runtime = coordinator.runtime(named: slice.name)
        guard let judge = (runtime as? any Judgeable<State, Action>)?.makeJudge(in: coordinator)
        else { continue }
        steps.append(.slice(judge))
        judged.append(judge)
        rules[slice.name] = judge.rules + exceptions.rules(of: slice.name)
      case .slice(let slice):
        for (index, block) in slice.legacy.enumerated() {
          steps.append(.block(block, name: "\(slice.name).\(index)"))
        }
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

  /// Reduces an action on both sides, counts it, and returns the first difference that no rule explains,
  /// or the first claim that does not hold.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - number: Its number, which signals carry.
  ///   - state: The state before it, which the old side changes.
  /// - Returns: The findings, of each slice that has some.
  func judge(_ action: Action, number: Int, _ state: State) -> [Finding] {
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
          .claim, at: "", other: broken.text,
          after: recorder.options.actionType(action), number: number,
          action: recorder.options.redactor.text(of: action, at: "action")))
    }
    return findings
  }

  private func reduce(_ action: Action, _ index: Int, _ state: State) {
    coordinator.begin(index)
    if isWatching { for slice in judged { slice.beginWatch(state) } }
    for step in steps {
      switch step {
      case .block(let block, let name):
        block(state, action)
        if namesBlocks { judged[0].noteWrites(of: name, state) }
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

  /// Reduces an action on both sides of three states that are alike, and returns what differs between runs.
  func noise(
    _ probe: NoiseProbe, _ action: Action, _ state: State, _ again: State, twin: State
  ) -> [Finding]

  /// The differences between two states that are made to be alike.
  func noise(_ probe: NoiseProbe, _ state: State, _ again: State) -> [Finding]
}

/// The run of a slice, independent of the type of its value.
private protocol Judgeable<State, Action> {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  func makeJudge(
    in coordinator: MigrationCoordinator<State, Action>
  ) -> any SliceJudging<State, Action>
}

extension SliceRuntime: Judgeable {
  fileprivate func makeJudge(
    in coordinator: MigrationCoordinator<State, Action>
  ) -> any SliceJudging<State, Action> {
    SliceJudge(runtime: self, coordinator)
  }
}

private final class SliceJudge<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>: SliceJudging {
  private let runtime: SliceRuntime<State, Action, Value>
  private let coordinator: MigrationCoordinator<State, Action>
  private var slice: StateSlice<State, Action, Value> { runtime.slice }
  private(set) var exercise: SliceExercise?
  /// The value that the slice has unless other code writes to it; read only while other code runs.
  private var expected: Value?
  /// The findings after the present action: of both sides, and of other code.
  private var differences: [FoundDifference] = []
  private var foreign: [FoundDifference] = []
  /// The exercise of the present action; nil before the first.
  private var counted: ParityLedger.Exercise?

  init(
    runtime: SliceRuntime<State, Action, Value>,
    _ coordinator: MigrationCoordinator<State, Action>
  ) {
    (self.runtime, self.coordinator) = (runtime, coordinator)
  }

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

  // MARK: Noise

  func noise(_ probe: NoiseProbe, _ state: State, _ again: State) -> [Finding] {
    probe.compare(.legacy, slice.projection.read(state), slice.projection.read(again))
  }

  func noise(
    _ probe: NoiseProbe, _ action: Action, _ state: State, _ again: State, twin: State
  ) -> [Finding] {
    func reduced(in state: State) -> (value: Value, effects: [RequestedEffect]?) {
      let value = coordinator.reduced(
        slice.projection.read(state), by: slice, action, ActionNumber(UInt64(probe.number)),
        reading: state)
      return (value, slice.effects?.value(value, action))
    }
    let isAlike = slice.projection.read(state) == slice.projection.read(again)
    let (first, second, third) = (reduced(in: state), reduced(in: state), reduced(in: again))
    var found = probe.compare(.value, first.value, second.value)
    found += probe.compareEffects(.value, first.effects, second.effects)
    let answers = [state, twin, again].map { state in
      for block in slice.legacy { block(state, action) }
      return slice.projection.read(state)
    }
    found += probe.compare(.legacy, answers[0], answers[1])
    found += probe.compareEffects(
      .legacy, slice.effects?.legacy(state, action), slice.effects?.legacy(twin, action))
    // The second run counts as long as it has the same pre-state.
    if found.isEmpty, isAlike {
      found += probe.compare(.value, first.value, third.value)
      found += probe.compare(.legacy, answers[0], answers[2])
    }
    return found
  }
}
