internal import Foundation

/// Why nothing was measured.
enum BenchmarkError: LocalizedError, Equatable, CustomStringConvertible {
  /// The program was compiled without optimization.
  case debugBuild
  /// Two strategies of a comparison have one name.
  case duplicateCase(String)
  /// An action or a case is missing; the text says which.
  case nothingToMeasure(String)

  /// A sentence with what to do about the error.
  var description: String {
    switch self {
    case .debugBuild:
      "this is a debug build, whose times mean nothing: run with `swift run -c release`"
    case .duplicateCase(let name):
      "two cases are named \(name): give each a name of its own"
    case .nothingToMeasure(let reason):
      "nothing to measure: \(reason)"
    }
  }

  var errorDescription: String? { description }
}

/// Runs groups of cases and reports their times.
///
/// The cases of a group are sampled in turns, so that drift and other load of the machine affect all
/// of them. A case or a trial that throws is reported as skipped, with its error, and so is a group of which a case
/// throws only after its setup and its first calls; the others go on.
@MainActor
struct BenchmarkRunner {
  /// How long the run takes.
  let plan: SamplingPlan
  /// The clock that times the cases.
  var clock = BenchmarkClock.machine
  /// Whether the program was compiled without optimization, and is refused.
  var isDebugBuild = isDebugBuildOfThisModule
  /// Receives a text for each group that begins, and nil in the end.
  var progress: @MainActor (String?) -> Void = { _ in }

  /// Measures the groups, one after another.
  ///
  /// - Throws: ``BenchmarkError``.
  func run(_ groups: [BenchmarkGroup]) async throws -> BenchmarkReport {
    guard !isDebugBuild else { throw BenchmarkError.debugBuild }
    for group in groups { try group.validate() }
    let start = clock.now()
    var report = BenchmarkReport(machine: .current)
    for (index, group) in groups.enumerated() {
      progress("[\(index + 1)/\(groups.count)] \(group.title)")
      let left = plan.budget - (clock.now() - start)
      await measure(group, within: left / (groups.count - index), into: &report)
    }
    progress(nil)
    return report
  }

  private func measure(
    _ group: BenchmarkGroup, within time: Duration, into report: inout BenchmarkReport
  ) async {
    var sampler = GroupSampler(plan: plan, clock: clock)
    let begin = clock.now()
    for item in group.cases {
      if item.isSlow, !plan.includesSlow {
        let reason = "takes too long for a quick run"
        report.skipped.append(SkippedResult(name: item.name, reason: reason))
        continue
      }
      do {
        try sampler.prepare(item)
      } catch {
        report.skipped.append(.failure(item.name, error))
      }
    }
    do {
      try await sampler.sample(within: time - (clock.now() - begin))
    } catch {
      report.skipped.append(.failure(group.title, error))
      return
    }
    report.cases += sampler.results
    for claim in group.ratios {
      if let figure = sampler.ratio(for: claim) {
        report.ratios.append(RatioResult(claim.name, claim.bound, figure))
      } else {
        report.skipped.append(.ratio(claim.name))
      }
    }
    for trial in group.trials {
      do {
        try await take(trial, into: &report)
      } catch {
        report.skipped.append(.failure(trial.name, error))
      }
    }
  }

  private func take(_ trial: Trial, into report: inout BenchmarkReport) async throws {
    var figures: [Double] = []
    for _ in 0..<trial.repetitions {
      if let figure = try await trial.measure() { figures.append(figure) }
    }
    if let figure = SampleSummary(of: figures) {
      report.ratios.append(RatioResult(trial.name, trial.bound, unit: trial.unit, figure))
    } else {
      let reason = "cannot be measured on this platform"
      report.skipped.append(SkippedResult(name: trial.name, reason: reason))
    }
  }
}
