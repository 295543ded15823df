import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The stages of two slices, of which one reads the other, against a model of a few lines.
@Suite struct StageMachineTests {
  /// Random operations, nearly every list of three among them.
  @Test func aRandomRunKeepsWhatWasReduced() {
    var random = SeededGenerator("aRandomRunKeepsWhatWasReduced")
    for _ in 0..<TestVolume.count(40, soak: 4_000) {
      let machine = StageMachine()
      var run: [Switching] = []
      while run.count < 200, machine.fault == nil {
        run.append(Switching.all.randomElement(using: &random)!)
        machine.perform(run.last!)
        if run.count % 5 == 0 { machine.judge() }
      }
      guard let fault = machine.fault else { continue }
      Issue.record("\(fault) after \(run)")
      return
    }
  }
}

/// An operation on the store.
enum Switching: Sendable {
  case act(Act)
  case moveFirst(Stage)
  case moveSecond(Stage)
  case revert
  case read

  static let all: [Switching] =
    Act.allCases.map { .act($0) } + Stage.allCases.map { .moveFirst($0) }
    + Stage.allCases.map { .moveSecond($0) } + [.revert, .read]

  /// The actions, each with a comparison that sampling takes and one that it leaves out.
  enum Act: String, CaseIterable, Sendable {
    case step, stepUnsampled, add, addUnsampled
  }
}

/// A store with two slices, and the model of it.
final class StageMachine {
  final class State: Codable {
    var first = 0
    var second = 0
  }

  /// An action, and whether a comparison takes it: the first of each type is compared.
  struct Action: Sendable {
    let act: Switching.Act
    let type: String
  }

  typealias Slice = StateSlice<State, Action, Int>

  private(set) var stages = ["first": Stage.legacy, "second": Stage.legacy]
  private(set) var first = 0
  private(set) var second = 0
  private(set) var fault: String?

  private let store: MigrationStore<State, Action>
  private let performed = Collector<Int>()
  private var expected: [Int] = []
  private var actions = 0

  init() {
    let performed = performed
    let steps = Slice(
      "first", projection: Projection(\.first),
      legacy: [{ state, action in if action.isStep { state.first = (state.first + 1) % 3 } }],
      reducer: Reducer { value, action in
        if action.isStep { value = (value + 1) % 3 }
      }
    )
    .effects(
      SliceEffects(
        legacy: { state, action in action.isStep ? [state.first] : [] },
        value: { value, action in action.isStep ? [value] : [] },
        perform: { performed.append($0) }))
    let sums = Slice(
      "second", reading: steps, projection: Projection(\.second),
      legacy: [
        { state, action in
          if !action.isStep { state.second = (state.second + state.first + 1) % 3 }
        }
      ],
      reducer: ReadingReducer { value, first, action in
        if !action.isStep { value = (value + first + 1) % 3 }
      })
    store = MigrationStore(
      state: State(), entries: [.slice(steps), .slice(sums)],
      parity: ParityOptions(sampling: .oneIn(1_000_000), actionType: { $0.type }))
  }

  func perform(_ operation: Switching) {
    switch operation {
    case .act(let act):
      actions += 1
      let isSampled = act == .step || act == .add
      let action = Action(act: act, type: isSampled ? "\(actions)" : "\(act)")
      store.dispatch(action)
      if action.isStep {
        first = (first + 1) % 3
        expected.append(first)
      } else {
        second = (second + first + 1) % 3
      }
    case .moveFirst(let stage): move("first", to: stage)
    case .moveSecond(let stage): move("second", to: stage)
    case .revert:
      store.revertToLegacy()
      stages = stages.mapValues { _ in .legacy }
    case .read: compareStates()
    }
  }

  private func move(_ name: String, to stage: Stage) {
    do {
      try store.setStage(stage, ofSliceNamed: name)
      stages[name] = stage
    } catch {
      fault = "\(error)"
    }
  }

  private func compareStates() {
    let values = store.read { [$0.first, $0.second] }
    if values != [first, second] { fault = "a read of \(values), not \([first, second])" }
  }

  /// Compares the store with the model.
  func judge() {
    compareStates()
    if store.stages != stages { fault = "the stages \(store.stages)" }
    if performed.values != expected { fault = "the effects \(performed.values)" }
    if let mismatch = store.mismatches.first { fault = "\(mismatch)" }
  }
}

extension StageMachine.Action {
  fileprivate var isStep: Bool { act == .step || act == .stepUnsampled }
}
