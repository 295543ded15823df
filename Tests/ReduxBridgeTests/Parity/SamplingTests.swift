import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge

/// What the checker costs, by a clock that only the test moves.
@Suite struct SamplingTests {
  @Test func whatWasDecidedOfAnActionHoldsForItsOtherSlices() {
    var sampler = Sampler(ParityOptions<DeskAction>.Sampling.budget(.milliseconds(1)))
    for index in 1...16 { sampler.add(.milliseconds(10), of: index) }
    let first = sampler.takes(5, type: "old")
    for index in 17...26 { sampler.add(.milliseconds(30), of: index) }
    let again = sampler.takes(5, type: "other")
    #expect(sampler.cost.sampledOneIn == 30)
    #expect(first && again)
    let next = [(6, "new"), (6, "other"), (7, "new"), (7, "other")].map {
      sampler.takes($0.0, type: $0.1)
    }
    #expect(next == [true, true, false, false])
  }

  @Test func theMedianCostDecidesHowManyActionsAreCompared() {
    var sampler = Sampler(ParityOptions<DeskAction>.Sampling.budget(.milliseconds(1)))
    for index in 1...10 { sampler.add(.milliseconds(index), of: index) }
    // The latest cost is that of an action whose slices may not all be compared.
    sampler.add(.zero, of: 11)
    #expect(
      "\(sampler.cost)" == "11 of 11 actions compared, at present 1 in 6; "
        + "median 5.0 ms, p90 9.0 ms, budget 1.0 ms per action")
  }

  @Test func aTypeDoesNotWaitForATurnOfALongerInterval() {
    var sampler = Sampler(ParityOptions<DeskAction>.Sampling.budget(.milliseconds(1)))
    sampler.add(.milliseconds(100), of: 1)
    #expect(sampler.cost.median == .milliseconds(100))
    var intervals: [Int] = []
    for index in 2...16 {
      sampler.add(.milliseconds(100), of: index)
      intervals.append(sampler.cost.sampledOneIn)
    }
    #expect(intervals == Array(repeating: 1, count: 7) + Array(repeating: 100, count: 8))
    var taken = [20, 21].map { sampler.takes($0, type: "rare") }
    for index in 22...42 { sampler.add(.milliseconds(2), of: index) }
    taken += (50...53).map { sampler.takes($0, type: "rare") }
    #expect(taken == [true, false, false, true, false, true])
  }

  /// A store whose every reading of the projection takes a microsecond.
  private func store(
    _ sampling: ParityOptions<DeskAction>.Sampling, readings: Counter = Counter(),
    clockReadings: Counter = Counter()
  ) -> MigrationStore<DeskState, DeskAction> {
    var options = ParityOptions<DeskAction>(sampling: sampling)
    options.clock = {
      clockReadings.increment()
      return .microseconds(readings.value)
    }
    let projection = Projection<DeskState, ThemeValue>(
      read: { state in
        readings.increment()
        return Notes.themeProjection.read(state)
      },
      write: Notes.themeProjection.write)
    return Notes.store(
      theme: StateSlice(
        "theme", projection: projection, legacy: [Notes.themeBlock],
        reducer: Reducer(Notes.reduceTheme)),
      parity: options)
  }

  @Test func theCheckerMeasuresItselfAndSamplesAboveItsBudget() throws {
    for (sampling, interval, text) in [
      (.everyAction, 1, "1 in 1; median 2 µs, p90 2 µs"),
      (.budget(.nanoseconds(100)), 20, "1 in 20; median 2 µs, p90 2 µs, budget 100 ns per action"),
      (.budget(.microseconds(5)), 1, "1 in 1; median 2 µs, p90 2 µs, budget 5 µs per action"),
    ] as [(ParityOptions<DeskAction>.Sampling, Int, String)] {
      let store = store(sampling)
      try store.setStage(.shadow, of: Notes.theme())
      store.reduce(repeatElement(.setBrightness(0.5), count: 2_000))
      let (cost, total) = (store.parityCost, store.ledger.total(of: Notes.theme()))
      #expect(cost.description == "\(total.compared) of 2000 actions compared, at present \(text)")
      #expect((2_000 / interval...2_000 / interval + 30).contains(total.compared))
      #expect((total.compared + total.skipped, total.exercise.atLead) == (2_000, 0))
    }
  }

  /// By a clock that moves when it is read: what the control and samples of footprints take is left out.
  @Test(arguments: [(Stage.shadow, 2), (.lead, 3)])
  func onlyTheCandidateAndTheComparisonAreMeasured(_ stage: Stage, _ cost: Int) throws {
    let readings = Counter()
    var options = ParityOptions<DeskAction>(footprintInterval: 1)
    options.clock = {
      readings.increment()
      return .microseconds(readings.value)
    }
    let store = Notes.store(parity: options)
    try store.setStage(stage, of: Notes.theme())
    store.reduce([.setManual(true), .setManual(true)])
    #expect(store.parityCost.median == .microseconds(cost))
  }

  @Test func aRareTypeOfActionHasItsTurn() throws {
    let store = store(.oneIn(50))
    try store.setStage(.shadow, of: Notes.theme())
    try store.setStage(.shadow, of: Notes.notes())
    for index in 0..<500 {
      store.dispatch(index == 333 ? .setManual(true) : .setBrightness(0.5))
    }
    store.flush()
    let counts = store.ledger.entries.mapValues { $0.mapValues(\.compared) }
    // An action is compared for all slices or for none.
    let each = ["setManual": 1, "setBrightness": 10]
    #expect(counts == ["theme": each, "notes": each])
    #expect(store.parityCost.compared == 11)
  }

  @Test(arguments: [Stage.shadow, .lead])
  func switchedOffTheCheckerDoesNothing(_ stage: Stage) throws {
    let (readings, clockReadings) = (Counter(), Counter())
    let store = store(.off, readings: readings, clockReadings: clockReadings)
    try store.setStage(stage, of: Notes.theme())
    store.flush()
    let before = readings.value
    store.reduce(repeatElement(.setBrightness(0.25), count: 100))
    #expect((readings.value, clockReadings.value) == (before, 0))
    #expect(store.ledger.entries.isEmpty)
    #expect((store.parityCost.compared, store.parityCost.skipped) == (0, 0))
    #expect(try store.currentState().theme.brightness == 0.25)
  }
}

/// What an app in production needs: few reports, no slow candidate, and numbers.
@Suite struct ProductionTests {
  @Test func mismatchesOfAKindAreReportedOncePerInterval() throws {
    let (time, reports) = (Counter(), LegacyRecorder<Mismatch>())
    var options = ParityOptions<DeskAction>(onMismatch: { reports.record($0) })
    options.reportInterval = .seconds(60)
    options.clock = { .seconds(time.value) }
    let store = Notes.store(theme: Notes.theme { _, _ in }, parity: options)
    try store.setStage(.shadow, of: Notes.theme())
    for second in 0..<150 {
      let isFirst = second % 4 < 2
      store.reduce([second % 2 == 0 ? .setBrightness(isFirst ? 0 : 1) : .setManual(isFirst)])
      time.increment()
    }
    // Each kind at the start, and after one and two minutes.
    #expect(
      reports.values.map { "\($0.actionNumber) \($0.path) \($0.occurrence)" } == [
        "1 brightness 1", "2 isManual 1", "61 brightness 31", "62 isManual 31",
        "121 brightness 61", "122 isManual 61",
      ])
    let counters = store.parityCounters
    #expect((counters.compared, counters.mismatched) == (150, 150))
    #expect((counters.reported, counters.withheld) == (6, 144))
  }

  @Test(arguments: [Stage.shadow, .lead])
  func aSlowCandidateIsNamed(_ stage: Stage) throws {
    let (time, found) = (Counter(), LegacyRecorder<SlowCandidate>())
    var options = ParityOptions<DeskAction>()
    options.candidateLimit = .milliseconds(5)
    options.onSlowCandidate = { found.record($0) }
    options.clock = { .milliseconds(time.value) }
    var parts = DeskParts()
    // What takes as long as the limit is not slow.
    for (type, count) in [("save", 10), ("dismiss", 5)] {
      let take: @Sendable () -> Void = { for _ in 0..<count { time.increment() } }
      if stage == .shadow { parts.reducing(type) { _ in take() } }
      if stage == .lead { parts.blocking(type) { _ in take() } }
    }
    let store = try DeskStore(
      DeskState(), parts.slice, at: stage, parity: options,
      after: [.setManual(true), .save, .dismiss, .setManual(false)])
    let side = stage == .shadow ? "value" : "legacy"
    #expect(
      found.values.map(\.description) == [
        "desk: the \(side) side took \(Duration.milliseconds(10)) for action 2 save"
      ])
    let counters = store.parityCounters
    #expect((counters.compared, counters.matched, counters.slowCandidates) == (4, 4, 1))
    #expect(store.read { $0.theme.isManual } == false)
  }
}
