import Dispatch
import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Stages change while actions are dispatched: nothing is lost, doubled or reordered.
@Suite struct StageSwitchingTests {
  final class Numbers: Codable {
    var first: [UInt64] = []
    var second: [UInt64] = []
  }

  /// A slice that notes the numbers of the actions on its new side.
  private static func numbers(
    _ name: String, _ part: any ReferenceWritableKeyPath<Numbers, [UInt64]> & Sendable
  ) -> StateSlice<Numbers, Int, [UInt64]> {
    StateSlice(
      name,
      projection: Projection(
        read: { $0[keyPath: part] }, write: { $0[keyPath: part] = $1 }),
      legacy: [{ _, _ in }],
      reducer: Reducer(numbered: { numbers, _, number in numbers.append(number.rawValue) }))
  }

  /// The first slice counts the actions where it has migrated, another block counts them elsewhere.
  @Test(arguments: Stage.allCases, Stage.allCases)
  func everyReducerReceivesTheNumberOfItsAction(_ first: Stage, _ second: Stage) throws {
    let slices = [Self.numbers("first", \.first), Self.numbers("second", \.second)]
    let store = MigrationStore(state: Numbers(), entries: slices.map { .slice($0) })
    for action in 1...3 { store.dispatch(action) }
    // A stage changes ahead of the actions that wait.
    store.flush()
    try store.setStage(first, of: slices[0], overridingGateBecause: "a test")
    try store.setStage(second, of: slices[1], overridingGateBecause: "a test")
    for action in 4...6 { store.dispatch(action) }
    let state = try store.currentState()
    // The new side counts at these stages.
    #expect(state.first == ([.lead, .migrated].contains(first) ? [4, 5, 6] : []))
    #expect(state.second == ([.lead, .migrated].contains(second) ? [4, 5, 6] : []))
  }

  final class TallyState: Codable {
    var left = TallyObject()
    var right = TallyObject()
  }

  final class TallyObject: Codable {
    var last: [Int] = Array(repeating: 0, count: 8)
    var faults = 0
  }

  struct Tally: Equatable, Sendable {
    var last: [Int]
    var faults: Int

    mutating func note(_ action: Tick) {
      if last[action.thread] != action.number - 1 { faults += 1 }
      last[action.thread] = action.number
    }
  }

  struct Tick: Sendable {
    var thread: Int
    var number: Int
  }

  static func slice(
    _ name: String, _ part: any KeyPath<TallyState, TallyObject> & Sendable
  ) -> StateSlice<TallyState, Tick, Tally> {
    let projection = Projection<TallyObject, Tally>(
      read: { Tally(last: $0.last, faults: $0.faults) },
      write: { object, value in (object.last, object.faults) = (value.last, value.faults) },
      clear: { object in (object.last, object.faults) = (Array(repeating: -1, count: 8), -1) })
    return StateSlice(
      name, projection: projection.at(part),
      legacy: [
        { state, action in
          let object = state[keyPath: part]
          var tally = Tally(last: object.last, faults: object.faults)
          tally.note(action)
          (object.last, object.faults) = (tally.last, tally.faults)
        }
      ],
      reducer: Reducer { tally, action in tally.note(action) })
  }

  @Test func stagesMayChangeUnderLoad() throws {
    var generator = SeededGenerator("stagesMayChangeUnderLoad")
    let store = MigrationStore(
      state: TallyState(),
      entries: [.slice(Self.slice("left", \.left)), .slice(Self.slice("right", \.right))])
    let producers = DispatchGroup()
    let perThread = 12_500
    for thread in 0..<8 {
      DispatchQueue.global().async(group: producers) {
        for number in 1...perThread { store.dispatch(Tick(thread: thread, number: number)) }
      }
    }
    var moves = 0
    repeat {
      let slice = Bool.random(using: &generator) ? "left" : "right"
      try store.setStage(Stage.allCases.randomElement(using: &generator)!, ofSliceNamed: slice)
      if Int.random(in: 0..<50, using: &generator) == 0 { store.revertToLegacy() }
      moves += 1
      if moves.isMultiple(of: 16) { store.flush() }
    } while producers.wait(timeout: .now()) == .timedOut || moves < 500
    store.revertToLegacy()

    let state = try store.currentState()
    let expected = Array(repeating: perThread, count: 8)
    #expect(state.left.last == expected)
    #expect(state.right.last == expected)
    #expect(state.left.faults == 0)
    #expect(state.right.faults == 0)
    #expect(store.mismatches.isEmpty)
    #expect(store.statistics.actionsReduced == 8 * perThread)
  }
}
