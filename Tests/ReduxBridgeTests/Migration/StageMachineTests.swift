import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

/// The stages of two slices, of which one reads the other, against a model of a few lines.
@Suite struct StageMachineTests {
  /// Every list of three operations from the initial state; of five in a run in full.
  @Test func everyListKeepsWhatWasReduced() async throws {
    let limit = TestVolume.count(3_000, soak: 540_000)
    let count = Switching.all.count
    var (lists, length) = (1, 0)
    while lists * count <= limit { (lists, length) = (lists * count, length + 1) }
    #expect(length >= 3)
    // On threads of their own, since they would leave no other test a turn for long.
    async let one = onThread { [lists, length] in Self.firstFault(in: 0..<(lists / 2), length) }
    async let other = onThread { [lists, length] in
      Self.firstFault(in: (lists / 2)..<lists, length)
    }
    #expect(try await [one, other] == [nil, nil])
  }

  private static func firstFault(in numbers: Range<Int>, _ length: Int) -> String? {
    for number in numbers {
      var rest = number
      let list = (0..<length).map { _ in
        defer { rest /= Switching.all.count }
        return Switching.all[rest % Switching.all.count]
      }
      let machine = StageMachine()
      for operation in list { machine.perform(operation) }
      machine.judge()
      if let fault = machine.fault { return "\(fault) after \(list)" }
    }
    return nil
  }

  /// Every list of four operations, each once within a row of runs, from whatever state it begins in.
  @Test func everyListWithinARunKeepsWhatWasReduced() {
    let length = 4
    let row = Switching.everyList(of: length)
    let lists = Switching.numbers(ofListsIn: row, length)
    #expect(lists.count == row.count - length + 1)
    #expect(Set(lists).count == (0..<length).reduce(1) { count, _ in count * Switching.all.count })
    let run = row.map { Switching.all[$0] }
    for start in stride(from: 0, to: run.count, by: 256) {
      let machine = StageMachine()
      // The lists that begin in one part and end in the next are in the first one.
      let part = run[start..<min(start + 256 + length - 1, run.count)]
      for (count, operation) in part.enumerated() {
        machine.perform(operation)
        if count % 5 == 4 || count == part.count - 1 { machine.judge() }
        guard machine.fault == nil else {
          Issue.record("\(machine.fault ?? "") after \(part.prefix(count + 1))")
          return
        }
      }
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

  /// A row of positions in which every list of this length occurs once: a de Bruijn sequence.
  ///
  /// After H. Fredricksen, I. J. Kessler and J. Maiorana, by concatenating Lyndon words.
  static func everyList(of length: Int) -> [Int] {
    var row: [Int] = []
    var word = [Int](repeating: 0, count: length + 1)
    func extend(_ place: Int, _ period: Int) {
      guard place <= length else {
        if length % period == 0 { row += word[1...period] }
        return
      }
      word[place] = word[place - period]
      extend(place + 1, period)
      for next in (word[place - period] + 1)..<max(all.count, word[place - period] + 1) {
        word[place] = next
        extend(place + 1, place)
      }
    }
    extend(1, 1)
    return row + row.prefix(length - 1)
  }

  /// A number for each list of a length in a row of positions.
  static func numbers(ofListsIn row: [Int], _ length: Int) -> [Int] {
    (0...(row.count - length)).map { start in
      row[start..<(start + length)].reduce(0) { $0 * all.count + $1 }
    }
  }

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

  /// What both sides requested and the store performed.
  final class Performed: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    var all: [Int] { lock.withLock { numbers } }
    func append(_ number: Int) { lock.withLock { numbers.append(number) } }
  }

  // What the fingerprint sees.
  private(set) var stages = ["first": Stage.legacy, "second": Stage.legacy]
  private(set) var first = 0
  private(set) var second = 0
  private(set) var fault: String?

  // What it does not see.
  private let store: MigrationStore<State, Action>
  private let performed = Performed()
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
    if performed.all != expected { fault = "the effects \(performed.all)" }
    if let mismatch = store.mismatches.first { fault = "\(mismatch)" }
  }
}

extension StageMachine.Action {
  fileprivate var isStep: Bool { act == .step || act == .stepUnsampled }
}
