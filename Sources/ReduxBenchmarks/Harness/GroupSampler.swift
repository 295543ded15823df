/// Samples the cases of one group in turns.
@MainActor
struct GroupSampler {
  /// A case that is sampled.
  struct Side {
    let item: BenchmarkCase
    /// Takes the time of `calls` calls.
    let sample: @MainActor () throws -> Duration
    let calls: Int
    let sampleCost: Duration
    var samples: [Double] = []
  }

  let plan: SamplingPlan
  let clock: BenchmarkClock
  private(set) var sides: [Side] = []

  /// Sets a case up, warms it up, and finds the number of calls that make up a sample.
  ///
  /// - Throws: An error of the case.
  mutating func prepare(_ item: BenchmarkCase) throws {
    let body = try item.setup()
    // The first call may find caches cold and nothing to copy yet, so its time does not count.
    try body()
    let time = { @MainActor [clock] (calls: Int) in
      let start = clock.now()
      for _ in 0..<calls { try body() }
      return clock.now() - start
    }
    let start = clock.now()
    var calls = 1
    var cost = try time(calls)
    while cost < plan.sampleTime {
      calls = Self.nextCount(after: calls, cost: cost, goal: plan.sampleTime)
      cost = try time(calls)
    }
    while clock.now() - start < plan.warmUp { cost = min(cost, try time(calls)) }
    sides.append(
      Side(item: item, sample: { [calls] in try time(calls) }, calls: calls, sampleCost: cost))
  }

  /// The number of calls to try after `count` calls took `cost`.
  ///
  /// It at least doubles, and it grows at most a hundredfold, because a short sample is imprecise.
  nonisolated static func nextCount(
    after count: Int, cost: Duration, goal: Duration
  ) -> Int {
    let factor = cost > .zero ? (goal / cost) * 1.2 : 100
    return count * Int(min(100, max(2, factor.rounded(.up))))
  }

  /// Takes rounds of samples until the time is up, and at least as many as the plan requires.
  ///
  /// Each round begins with another case. Between rounds the main actor is released once, so that
  /// what was enqueued on it runs outside the timed region.
  ///
  /// - Throws: The first error of a case, which ends the rounds.
  mutating func sample(within time: Duration) async throws {
    let round = sides.map(\.sampleCost).reduce(.zero, +)
    let start = clock.now()
    for number in 0..<plan.rounds(in: time, each: round) where !sides.isEmpty {
      // A machine that has become slower since the calibration ends the rounds early.
      if number >= plan.minimumRounds, clock.now() - start > time { break }
      let order = (0..<sides.count).map { ($0 + number) % sides.count }
      for index in order {
        let cost = try sides[index].sample()
        let units = sides[index].calls * sides[index].item.unitsPerCall
        sides[index].samples.append(cost / .nanoseconds(1) / Double(units))
      }
      await Task.yield()
    }
  }

  /// One result for each case that was sampled, in the order in which the cases were prepared.
  var results: [CaseResult] {
    sides.compactMap { side in
      SampleSummary(of: side.samples).map { CaseResult(side.item, $0) }
    }
  }

  /// The ratio of two cases from their samples of each round, or nil if one was not sampled.
  func ratio(for claim: RatioClaim) -> SampleSummary? {
    func samples(_ name: String) -> [Double]? {
      sides.first { $0.item.name == name }?.samples
    }
    guard let more = samples(claim.numerator), let denominators = samples(claim.denominator),
      let less = claim.subtrahend.map(samples) ?? more.map({ _ in 0 })
    else { return nil }
    return SampleSummary(ratiosOf: zip(more, less).map(-), to: denominators)
  }
}
