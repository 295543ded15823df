import Dispatch
import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

/// Stages change at random while many threads dispatch: nothing is lost, doubled or reordered.
@Suite struct StageSwitchingTests {
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
