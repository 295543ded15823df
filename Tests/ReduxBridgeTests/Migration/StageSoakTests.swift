import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A store that migrates while 8 threads dispatch, and everything else uses it.
@Suite struct StageSoakTests {
  final class TallyState: Codable {
    var left = TallyObject()
    var right = TallyObject()
  }

  final class TallyObject: Codable {
    var tally = Tally(last: Array(repeating: 0, count: 8), faults: 0)
  }

  struct Tally: Equatable, Codable, Sendable {
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
      \.tally, clearingTo: Tally(last: Array(repeating: -1, count: 8), faults: -1))
    return StateSlice(
      name, projection: projection.at(part),
      legacy: [{ state, action in state[keyPath: part].tally.note(action) }],
      reducer: Reducer { tally, action in tally.note(action) })
  }

  @Test func nothingIsLostWithReadersObserversStageFlipsAndCancellation() async throws {
    let (threads, actions) = (7, TestVolume.count(2_000, soak: 20_000))
    let (left, right) = (Self.slice("left", \.left), Self.slice("right", \.right))
    let store = MigrationStore(
      state: TallyState(), entries: [.slice(left), .slice(right)])
    let delivered = LegacyRecorder<Int>()
    let token = store.observe { delivered.record($0.actionsReduced) }
    let (isOver, faults) = (Counter(), LegacyRecorder<String>())

    // Dispatches with back-pressure as the eighth producer, until it is canceled.
    let awaiting = Task.detached {
      var number = 0
      while !Task.isCancelled {
        number += 1
        await store.dispatchAndWait(Tick(thread: threads, number: number))
      }
      return number
    }
    let flipping = Task {
      try await onThread {
        var generator = SeededGenerator("StageSoakTests")
        var moves = 0
        repeat {
          let stage = Stage.allCases.randomElement(using: &generator)!
          if Bool.random(using: &generator) {
            try store.setStage(stage, of: left, overridingGateBecause: "soak")
          } else {
            try store.setStage(stage, of: right, overridingGateBecause: "soak")
          }
          if Int.random(in: 0..<50, using: &generator) == 0 { store.revertToLegacy() }
          moves += 1
          if moves.isMultiple(of: 4) { store.flush() }
        } while isOver.value == 0
        return moves
      }
    }
    let reading = (0..<2).map { reader in
      Task {
        try await onThread {
          var last = 0
          while isOver.value == 0 {
            let sums =
              reader == 0 ? store.read(\.sums) : try store.currentState().sums
            // Both slices reduce every action, and no read is older than the one before.
            let (least, most) = (sums.min() ?? last, sums.max() ?? last)
            if least < last || least < most { faults.record("\(sums) after \(last)") }
            last = most
          }
        }
      }
    }
    let observing = Task { @MainActor in
      var rounds = 0
      // At least once, also where the main actor is busy until the actions are over.
      repeat {
        let token = ValueFacade(store, reading: { $0.sums }).subscribe { _ in }
        await Task.yield()
        token.cancel()
        rounds += 1
      } while isOver.value == 0
      return rounds
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        group.addTask {
          try await onThread {
            for number in 1...actions {
              store.dispatch(Tick(thread: thread, number: number))
              // Bounds what waits, since the comparison of each action is slower than its dispatch.
              if number.isMultiple(of: 1_000) { store.flush() }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    awaiting.cancel()
    let expected = Array(repeating: actions, count: threads) + [await awaiting.value]
    isOver.increment()
    #expect(try await flipping.value > 0)
    for task in reading { try await task.value }
    #expect(await observing.value > 0)
    store.revertToLegacy()
    await store.settle()

    let state = try store.currentState()
    let tally = Tally(last: expected, faults: 0)
    #expect([state.left, state.right].map(\.tally) == [tally, tally])
    #expect(faults.values == [])
    #expect(store.mismatches.isEmpty)
    #expect(delivered.values == delivered.values.sorted())
    #expect(store.statistics.actionsPending == 0)
    withExtendedLifetime(token) {}
  }
}

extension StageSoakTests.TallyState {
  /// The actions that each slice has reduced, but for slices that are migrated, whose objects are cleared.
  fileprivate var sums: [Int] {
    [left, right].map { $0.tally.last.reduce(0, +) }.filter { $0 >= 0 }
  }
}
