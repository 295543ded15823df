internal import Foundation
internal import ReduxBridge
internal import ReferenceRedux
internal import StoreContract
internal import Testing

// Where moves and the kill switch take effect, and that nothing is lost on the way.
extension MigrationContract {
  /// Between the actions before it and those after it.
  func movesTakeTheirPlaceAmongActions(_ stage: Stage) throws {
    for next in Stage.allCases {
      let (store, _) = try make(at: stage)
      store.duringAnAction {
        store.dispatch(.twist(1))
        try store.move(to: next)
        store.dispatch(.twist(2))
        try store.move(to: .legacy)
        store.dispatch(.twist(3))
        #expect(store.stages["numbers"] == stage, "shown once it has taken effect")
      }
      let expected = [stage.answer(1), next.answer(2), 3]
      #expect(try store.currentState().numbers == expected, "to \(next)")
      #expect(store.stages["numbers"] == .legacy)
      let entry = store.ledger.entries["numbers"]?["twist"]
      // The first action is that during which all this is requested.
      let compared = [stage, next].indices.filter { [stage, next][$0].compares }.map { $0 + 2 }
      #expect(entry?.compared ?? 0 == compared.count, "to \(next)")
      #expect(entry?.firstIndex == compared.first)
      #expect(entry?.lastIndex == compared.last)
    }
  }

  /// Among the actions of that thread.
  func movesOfOtherThreadsTakeTheirPlace(_ stage: Stage) async throws {
    let (store, _) = try make(at: stage)
    let (migration, dispatch) = (store.migration, store.dispatcher)
    try await onThread {
      for (index, next) in Stage.allCases.enumerated() {
        try migration.setStage(
          next, ofSliceNamed: "numbers", overridingGateBecause: "a test")
        dispatch(.twist(index))
        _ = (migration.ledger, migration.mismatches)
      }
    }
    await store.settle()
    let answers = Stage.allCases.enumerated().map { $1.answer($0) }
    #expect(try store.currentState().numbers == answers)
  }

  /// It asks no gate, notes nothing, and ends no trace.
  func aMoveToThePresentStageDoesNothing(_ stage: Stage) throws {
    let (store, parts) = try make(at: stage) {
      ($0.gate, $0.parity.tracedActions) = (Gate(compared: 1_000), 100)
    }
    store.reduce([.add(1)])
    let ledger = store.ledger
    for reason in [nil, "a test"] {
      try store.setStage(stage, ofSliceNamed: "numbers", overridingGateBecause: reason)
    }
    #expect(store.ledger == ledger)
    store.reduce([.twist(2)])
    #expect(store.trace(of: parts.numbers)?.actions.count == (stage.compares ? 2 : nil))
  }

  /// An observer may ask for it again; at legacy, the kill switch is no move either.
  func aMoveToThePresentStageAnnouncesNothing(_ stage: Stage) async throws {
    let (store, _) = try make(at: stage)
    await store.settle()
    let seen = LegacyRecorder<Int>()
    let token = store.observe { seen.record($0.actionsReduced) }
    for _ in 1...3 {
      try store.move(to: stage)
      if stage == .legacy { store.revertToLegacy() }
      await store.settle()
    }
    store.dispatch(.add(1))
    await store.settle()
    #expect(seen.values == [1])
    token.cancel()
  }

  /// No further action is reduced at another stage, and former moves are void.
  func theKillSwitchIsAheadOfPendingActions(_ stage: Stage) throws {
    let (store, _) = try make(at: stage)
    store.duringAnAction {
      for number in 1...3 { store.dispatch(.twist(number)) }
      try store.move(to: .migrated)
      store.revertToLegacy()
      store.dispatch(.twist(4))
    }
    #expect(store.stages == ["numbers": .legacy, "total": .legacy])
    #expect(try store.currentState().numbers == [1, 2, 3, 4])
    #expect(store.ledger.entries["numbers"]?["twist"] == nil)
  }

  func theKillSwitchIsAheadFromOtherThreads(_ stage: Stage) throws {
    let (store, _) = try make(at: stage)
    let migration = store.migration
    store.duringAnAction {
      for number in 1...3 { store.dispatch(.twist(number)) }
      let isDone = LegacyGate()
      Thread {
        migration.revertToLegacy()
        isDone.open()
      }.start()
      #expect(isDone.wait(), "it returns at once")
    }
    #expect(try store.currentState().numbers == [1, 2, 3])
  }

  func theKillSwitchWorksWhileThreadsDispatch(_ stage: Stage) async throws {
    let (store, _) = try make(at: stage, sampling: .off)
    let (count, dispatch) = (TestVolume.count(200, soak: 5_000), store.dispatcher)
    let isHalf = LegacyGate()
    async let threads: Void = onThreads(4) { thread in
      for number in 1...count {
        dispatch(.twist(thread * count + number))
        if number == count / 2 { isHalf.open() }
      }
    }
    _ = try await onThread { isHalf.wait() }
    store.revertToLegacy()
    try await threads
    await store.settle()
    let numbers = try store.currentState().numbers
    #expect(numbers.map(abs).sorted() == Array(1...4 * count), "nothing is lost or twice")
    #expect(numbers == numbers.filter { $0 < 0 } + numbers.filter { $0 > 0 }, "legacy to the end")
  }

  /// The objects have what the control answered.
  func goingBackLosesNothing(_ stage: Stage) throws {
    for (isCleared, isKilled) in [(false, false), (false, true), (true, false), (true, true)] {
      let (store, _) = try make(at: stage) { $0.isCleared = isCleared }
      store.reduce([.twist(1), .add(2)])
      if isKilled { store.revertToLegacy() } else { try store.move(to: .legacy) }
      store.reduce([.twist(3)])
      #expect(store.read { $0.numbers } == [stage.answer(1), 2, 3], "cleared: \(isCleared)")
      #expect(store.read { $0.total } == 2)
    }
  }

  func nothingIsLostOrTwiceWhileSlicesMove() async throws {
    let (store, parts) = try make(sampling: .oneIn(3))
    let (count, dispatch) = (TestVolume.count(300, soak: 3_000, sanitized: 100), store.dispatcher)
    let facade = store.facade(of: parts.total)
    async let threads: Void = onThreads(4) { thread in
      for number in 0..<count { dispatch(.add(thread * count + number)) }
    }
    var generator = SeededGenerator("nothingIsLostOrTwiceWhileSlicesMove")
    for _ in 0..<count {
      let name = Bool.random(using: &generator) ? "numbers" : "total"
      try store.move([name], to: Stage.allCases.randomElement(using: &generator)!)
      if Int.random(in: 0..<8, using: &generator) == 0 { store.revertToLegacy() }
      await Task.yield()
    }
    try await threads
    await store.settle()
    let state = try store.currentState()
    for thread in 0..<4 {
      let own = state.numbers.filter { $0 / count == thread }
      #expect(own == Array(thread * count..<(thread + 1) * count))
    }
    #expect(state.total == (1...4 * count).reduce(0, +))
    #expect(facade.state == state.total)
    #expect(parts.performed.values == state.numbers, "each effect once, in order")
    #expect(store.mismatches == [])
  }

  /// Those of the control, in order, compared or not.
  func effectsArePerformedOnce(_ stage: Stage) throws {
    for sampling in [.everyAction, .oneIn(2), .off] as [Sampling] {
      let (store, parts) = try make(at: stage, sampling: sampling)
      for next in Stage.allCases {
        store.reduce([.twist(1), .nothing, .twist(2)])
        try store.move(to: next)
      }
      let answers = ([stage] + Stage.allCases.dropLast()).flatMap { [$0.answer(1), $0.answer(2)] }
      #expect(parts.performed.values == answers, "\(sampling)")
    }
  }

  /// At all stages of two slices, one of which reads the other: W2 of PARITY.md.
  func answersAreThoseOfTheBlocks(_ stage: Stage) throws {
    for other in Stage.allCases {
      for isCleared in [false, true] {
        let (store, _) = try make(at: stage) {
          ($0.isCleared, $0.parity.sampling) = (isCleared, isCleared ? .oneIn(2) : .everyAction)
        }
        try store.move(["total"], to: other)
        store.reduce([.add(1), .nothing, .add(2), .raise(.saved), .dismiss, .add(3)])
        let state = try store.currentState()
        #expect((state.numbers, state.total) == ([1, 2, 3], 6), "total at \(other)")
        #expect(store.mismatches == [], "total at \(other)")
      }
    }
  }
}
