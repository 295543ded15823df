/// Runs groups of cases and reports what they cost.
///
/// ```swift
/// let report = try await BenchmarkRunner(plan: .quick).run([group])
/// print(report)
/// ```
///
/// The cases of a group are sampled in turns, each round beginning with another one, so that drift
/// and neighbours on the machine hit all of them. Between rounds the main actor is given up once, so
/// that what was posted to it is delivered outside the timed region.
///
/// A case or a trial that throws is reported as left out, with its reason; the others go on.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public struct BenchmarkRunner {
  /// What a run tells while it goes on.
  public struct Progress: Sendable, Equatable {
    /// How many groups are done.
    public let groupsDone: Int
    /// How many there are.
    public let groups: Int
    /// What is running.
    public let title: String
  }

  let plan: SamplingPlan
  let clock: BenchmarkClock
  let build: BuildMode
  let probe: (@MainActor (String) -> String?)?
  let progress: @MainActor (Progress) -> Void

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - plan: how much time it may take.
  ///   - probe: tries a case or trial that may end the process in another one, and says what happened
  ///     if it failed. Without it, such cases are left out.
  ///   - progress: hears what is running.
  public init(
    plan: SamplingPlan,
    probe: (@MainActor (String) -> String?)? = nil,
    progress: @escaping @MainActor (Progress) -> Void = { _ in }
  ) {
    self.init(plan: plan, clock: .machine, build: .current, probe: probe, progress: progress)
  }

  package init(
    plan: SamplingPlan, clock: BenchmarkClock, build: BuildMode,
    probe: (@MainActor (String) -> String?)? = nil,
    progress: @escaping @MainActor (Progress) -> Void = { _ in }
  ) {
    self.plan = plan
    self.clock = clock
    self.build = build
    self.probe = probe
    self.progress = progress
  }

  /// Measures the groups, one after another.
  ///
  /// - Parameter groups: what to measure.
  /// - Returns: the figures, in the order of the groups.
  /// - Throws: ``BenchmarkError`` for a debug build, and for a name that is there twice or missing.
  public func run(_ groups: [BenchmarkGroup]) async throws -> BenchmarkReport {
    guard build == .release else { throw BenchmarkError.debugBuild }
    for group in groups { try group.validate() }
    let start = clock.now()
    var report = BenchmarkReport(machine: .current)
    for (index, group) in groups.enumerated() {
      progress(Progress(groupsDone: index, groups: groups.count, title: group.title))
      let left = plan.budget - (clock.now() - start)
      await measure(group, within: left / (groups.count - index), into: &report)
    }
    progress(Progress(groupsDone: groups.count, groups: groups.count, title: ""))
    return report
  }

  private func measure(
    _ group: BenchmarkGroup, within time: Duration, into report: inout BenchmarkReport
  ) async {
    var sampler = GroupSampler(plan: plan, clock: clock)
    let begin = clock.now()
    for item in group.cases {
      if let reason = reasonToSkip(item.name, isSlow: item.isSlow, mayCrash: item.mayCrash) {
        report.skipped.append(SkippedResult(name: item.name, reason: reason))
        continue
      }
      do {
        try sampler.prepare(item)
      } catch {
        report.skipped.append(.failure(item.name, error))
      }
    }
    await sampler.sample(within: time - (clock.now() - begin))
    report.skipped += sampler.failures
    report.cases += sampler.results(for: group.cases)
    report.ratios += group.ratios.compactMap { claim in
      sampler.figure(for: claim).map { RatioResult(claim, $0) }
    }
    for trial in group.trials { await take(trial, into: &report) }
  }

  private func take(_ trial: Trial, into report: inout BenchmarkReport) async {
    if let reason = reasonToSkip(trial.name, isSlow: trial.isSlow, mayCrash: trial.mayCrash) {
      report.skipped.append(SkippedResult(name: trial.name, reason: reason))
      return
    }
    var figures: [Double] = []
    do {
      for _ in 0..<trial.repetitions {
        if let figure = try await trial.measure() { figures.append(figure) }
      }
    } catch {
      report.skipped.append(.failure(trial.name, error))
      return
    }
    if let figure = PairedRatio(rounds: figures) {
      report.ratios.append(RatioResult(trial, figure))
    } else {
      let reason = "cannot be measured on this platform"
      report.skipped.append(SkippedResult(name: trial.name, reason: reason))
    }
  }

  private func reasonToSkip(_ name: String, isSlow: Bool, mayCrash: Bool) -> String? {
    if isSlow, !plan.includesSlow { return "takes too long for a quick run" }
    guard mayCrash else { return nil }
    guard let probe else { return "might end the process, and nothing was given to try it in" }
    return probe(name)
  }
}
