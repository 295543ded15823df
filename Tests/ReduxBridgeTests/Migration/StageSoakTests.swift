import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A store that migrates while 8 threads dispatch, and everything else uses it.
@Suite(.timeLimit(.minutes(15))) struct StageSoakTests {
  @Test func nothingIsLostWithReadersObserversStageFlipsAndCancellation() async throws {
    let (threads, actions) = (7, TestVolume.count(2_000, soak: 20_000))
    let store = MigrationStore(
      state: Halves.Whole(), entries: [.slice(Halves.left()), .slice(Halves.right())])
    let delivered = LegacyRecorder<Int>()
    let token = store.observe { delivered.record($0.actionsReduced) }
    let (isOver, faults) = (Counter(), LegacyRecorder<[Int]>())

    // Dispatches with back-pressure as the eighth producer, until it is canceled.
    let awaiting = Task.detached {
      var number = 0
      while !Task.isCancelled {
        number += 1
        await store.dispatchAndWait(.both)
      }
      return number
    }
    async let flipping: Void = onThread {
      var generator = SeededGenerator("StageSoakTests")
      var moves = 0
      repeat {
        try store.setStage(
          Stage.allCases.randomElement(using: &generator)!,
          ofSliceNamed: Bool.random(using: &generator) ? "left" : "right",
          overridingGateBecause: "soak")
        moves += 1
        if moves.isMultiple(of: 50) { store.revertToLegacy() }
        if moves.isMultiple(of: 4) { store.flush() }
      } while isOver.value == 0
    }
    async let reading: Void = onThreads(2) { reader in
      var last = 0
      while isOver.value == 0 {
        let counts = try reader == 0 ? store.read(\.counts) : store.currentState().counts
        // Both slices reduce every action, and no read is older than the one before.
        if counts[0] != counts[1] || counts[0] < last { faults.record([last] + counts) }
        last = counts[0]
      }
    }
    let observing = Task { @MainActor in
      // At least once, also where the main actor is busy until the actions are over.
      repeat {
        let token = ValueFacade(store, reading: { $0.counts }).subscribe { _ in }
        await Task.yield()
        token.cancel()
      } while isOver.value == 0
    }
    try await onThreads(threads) { _ in
      for number in 1...actions {
        store.dispatch(.both)
        // Bounds what waits, since the comparison of each action is slower than its dispatch.
        if number.isMultiple(of: 1_000) { store.flush() }
      }
    }
    awaiting.cancel()
    let total = threads * actions + (await awaiting.value)
    isOver.increment()
    _ = try await (flipping, reading)
    await observing.value
    store.revertToLegacy()
    await store.settle()

    #expect(try store.currentState().counts == [total, total])
    #expect(faults.values == [])
    #expect(store.mismatches.isEmpty)
    #expect(delivered.values == delivered.values.sorted())
    #expect(store.statistics.actionsPending == 0)
    withExtendedLifetime(token) {}
  }
}

extension Halves.Whole {
  fileprivate var counts: [Int] { [left.count, right.count] }
}
