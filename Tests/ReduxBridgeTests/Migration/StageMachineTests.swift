import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
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

  /// Every state of the machine, the counts left out: it closes.
  @Test func everyStateKeepsWhatWasReduced() throws {
    let check = InvariantCheck<StageMachine, Switching>([
      { machine, operation in
        machine.perform(operation)
        machine.judge()
      }
    ]) { StageMachine() }
    .always("the store has what the model has") { $0.fault == nil }
    let result = try check.exhaust(Switching.all, depth: 8, cores: 1, restoring: .replaying)
    #expect(result.failures == [], "\(result)")
    // Four stages of each slice, and three values of each.
    #expect(result.states == 4 * 4 * 3 * 3)
    #expect(result.isExhaustive, "\(result)")
  }

  /// The machine that forgets an action is found.
  @Test func aLostActionIsFound() throws {
    let check = InvariantCheck<StageMachine, Switching>([
      { machine, operation in
        machine.perform(operation)
        machine.judge()
      }
    ]) { StageMachine(forgetting: true) }
    .always("the store has what the model has") { $0.fault == nil }
    let result = try check.exhaust(Switching.all, depth: 8, cores: 1, restoring: .replaying)
    #expect(result.counterexample.count == 2, "\(result)")
  }
}

/// An operation on the store.
enum Switching: Hashable, Sendable, Codable {
  case act(Act)
  case moveFirst(Stage)
  case moveSecond(Stage)
  case revert
  case read

  static let all: [Switching] =
    Act.allCases.map { .act($0) } + Stage.allCases.map { .moveFirst($0) }
    + Stage.allCases.map { .moveSecond($0) } + [.revert, .read]

  /// The actions, each with a comparison that sampling takes and one that it leaves out.
  enum Act: String, CaseIterable, Sendable, Codable {
    case step, stepUnsampled, add, addUnsampled
  }
}

/// A store with two slices, and the model of it.
final class StageMachine: Codable {
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

  // What the fingerprint sees.
  private(set) var stages = ["first": Stage.legacy, "second": Stage.legacy]
  private(set) var first = 0
  private(set) var second = 0
  private(set) var fault: String?

  // What it does not see.
  private let store: MigrationStore<State, Action>
  private let performed = Collector<Int>()
  private var expected: [Int] = []
  private var actions = 0

  private enum CodingKeys: String, CodingKey { case stages, first, second, fault }

  init(forgetting: Bool = false) {
    let performed = performed
    let steps = Slice(
      "first", projection: Projection(\.first),
      legacy: [{ state, action in if action.isStep { state.first = (state.first + 1) % 3 } }],
      reducer: Reducer { value, action in
        // At the stages where its answer counts.
        if action.isStep { value = forgetting ? value : (value + 1) % 3 }
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

  required init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "A store is not decoded."))
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
