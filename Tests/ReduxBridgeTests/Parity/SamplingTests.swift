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
    #expect(sampler.cost.sampledOneIn == 6)
    #expect(sampler.cost.median == .milliseconds(5))
    #expect(sampler.cost.p90 == .milliseconds(9))
  }

  @Test func aTypeDoesNotWaitForATurnOfALongerInterval() {
    var sampler = Sampler(ParityOptions<DeskAction>.Sampling.budget(.milliseconds(1)))
    sampler.add(.milliseconds(100), of: 1)
    #expect(sampler.cost.median == .milliseconds(100))
    for index in 2...8 { sampler.add(.milliseconds(100), of: index) }
    #expect(sampler.cost.sampledOneIn == 1)
    sampler.add(.milliseconds(100), of: 9)
    #expect(sampler.cost.sampledOneIn == 100)
    for index in 10...16 { sampler.add(.milliseconds(100), of: index) }
    let first = [20, 21].map { sampler.takes($0, type: "rare") }
    #expect(first == [true, false])
    for index in 22...42 { sampler.add(.milliseconds(2), of: index) }
    #expect(sampler.cost.sampledOneIn == 2)
    let taken = (50...53).map { sampler.takes($0, type: "rare") }
    #expect(taken == [false, true, false, true])
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

  @Test func theCheckerMeasuresItself() throws {
    let store = store(.everyAction)
    try store.setStage(.shadow, of: Notes.theme())
    store.reduce(repeatElement(.setManual(true), count: 10))
    let cost = store.parityCost
    #expect(cost.compared == 10)
    #expect(store.ledger.total(ofSliceNamed: "theme").exercise.atLead == 0)
    #expect(cost.skipped == 0)
    #expect(cost.median == .microseconds(2))
    #expect(cost.p90 == .microseconds(2))
    #expect(cost.sampledOneIn == 1)
    #expect(
      cost.description
        == "10 of 10 actions compared, at present 1 in 1; median 2 µs, p90 2 µs")
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

  @Test func aboveItsBudgetTheCheckerSamplesAndSaysSo() throws {
    let store = store(.budget(.nanoseconds(100)))
    try store.setStage(.shadow, of: Notes.theme())
    store.reduce(repeatElement(.setBrightness(0.5), count: 2_000))
    let cost = store.parityCost
    #expect(cost.sampledOneIn == 20)
    #expect((100...130).contains(cost.compared))
    #expect(cost.compared + cost.skipped == 2_000)
    let total = store.ledger.total(of: Notes.theme())
    #expect(total.compared == cost.compared)
    #expect(total.skipped == cost.skipped)
    #expect(cost.description.hasSuffix("budget 100 ns per action"))
  }

  @Test func withinItsBudgetTheCheckerComparesEverything() throws {
    let store = store(.budget(.microseconds(5)))
    try store.setStage(.lead, of: Notes.theme())
    store.reduce(repeatElement(.setBrightness(0.5), count: 500))
    #expect(store.parityCost.compared == 500)
  }

  @Test func aRareTypeOfActionHasItsTurn() throws {
    let store = store(.oneIn(50))
    try store.setStage(.shadow, of: Notes.theme())
    try store.setStage(.shadow, of: Notes.notes())
    for index in 0..<500 {
      store.dispatch(index == 333 ? .setManual(true) : .setBrightness(0.5))
    }
    store.flush()
    #expect(store.ledger.entries["theme"]?["setManual"]?.compared == 1)
    #expect(store.ledger.entries["theme"]?["setBrightness"]?.compared == 10)
    // An action is compared for all slices or for none.
    #expect(store.ledger.entries["notes"]?["setBrightness"]?.compared == 10)
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
    #expect(readings.value == before)
    #expect(clockReadings.value == 0)
    #expect(store.ledger.entries.isEmpty)
    #expect(store.parityCost.compared + store.parityCost.skipped == 0)
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
      store.reduce([second % 2 == 0 ? .setBrightness(0.25) : .setManual(second % 4 == 1)])
      time.increment()
    }
    // Three for each kind: at the start, and after one and two minutes.
    let kinds = Dictionary(grouping: reports.values, by: { $0.actionType + $0.path })
    #expect(kinds.count >= 2)
    #expect(kinds.values.allSatisfy { (1...3).contains($0.count) })
    #expect(
      kinds.values.contains {
        $0.count == 3 && zip($0, $0.dropFirst()).allSatisfy { $0.occurrence < $1.occurrence }
      })
    let counters = store.parityCounters
    #expect(counters.reported == reports.values.count)
    #expect(counters.reported + counters.withheld == counters.mismatched)
    #expect(counters.compared == 150)
    #expect(counters.matched + counters.mismatched == 150)
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
    #expect(store.parityCounters.compared == 4)
    #expect(store.parityCounters.slowCandidates == 1)
    #expect(store.mismatches == [])
    #expect(store.read { $0.theme.isManual } == false)
  }
}
