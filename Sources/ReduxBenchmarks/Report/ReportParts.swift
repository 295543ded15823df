internal import Foundation

/// The time of one case.
public struct CaseResult: Sendable, Encodable, Equatable {
  /// The name, in the form `Subject.operation(size)`.
  public let name: String
  /// The size of the state.
  let size: Int
  /// The unit of the times: `ns per change`.
  let unit: String
  /// The median over the samples, in nanoseconds per unit of work, such as one change.
  public let median: Double
  /// The tenth percentile, in the unit of the median.
  public let p10: Double
  /// The ninetieth percentile, in the unit of the median.
  public let p90: Double
  /// The number of samples.
  public let samples: Int

  init(_ item: BenchmarkCase, _ summary: SampleSummary) {
    name = item.name
    size = item.size
    unit = "ns per \(item.unit)"
    median = summary.median
    p10 = summary.p10
    p90 = summary.p90
    samples = summary.count
  }

  /// The median as text, with ± behind it if the samples vary too much to tell.
  var figure: String {
    FigureFormat.time(median) + (SampleSummary.isNoisy(from: p10, to: p90) ? " ±" : "")
  }
}

/// The figure of one ratio or trial, with its bound and the verdict.
struct RatioResult: Sendable, Encodable, Equatable {
  let name: String
  /// The median of the rounds.
  let value: Double
  /// The tenth percentile of the rounds.
  let low: Double
  /// The ninetieth percentile of the rounds.
  let high: Double
  let bound: Bound
  let verdict: Bound.Judgment
  /// The things that the figure counts; `ratio` for two times.
  let unit: String

  init(_ name: String, _ bound: Bound, unit: String = "ratio", _ figure: SampleSummary) {
    self.name = name
    value = figure.median
    low = figure.p10
    high = figure.p90
    self.bound = bound
    verdict = bound.verdict(on: figure)
    self.unit = unit
  }
}

/// A case or a ratio without a figure.
struct SkippedResult: Sendable, Encodable, Equatable {
  let name: String
  let reason: String

  private static let threw = "threw "
  private static let unjudged = "one of its cases was not measured"

  static func failure(_ name: String, _ error: any Error) -> SkippedResult {
    SkippedResult(name: name, reason: threw + "\(error)")
  }

  /// A ratio of which a case was skipped.
  static func ratio(_ name: String) -> SkippedResult {
    SkippedResult(name: name, reason: unjudged)
  }

  var isRatio: Bool { reason == Self.unjudged }

  var isFailure: Bool { reason.hasPrefix(Self.threw) }
}

/// A table of figures, as text.
package struct ReportTable: Sendable, Encodable, Equatable {
  let title: String
  let columns: [String]
  /// The rows, with one text per column.
  let rows: [[String]]

  /// Whether a figure is marked as noisy.
  var isNoisy: Bool { rows.joined().contains { $0.hasSuffix("±") } }
}

/// The machine and the build of a run.
struct MachineDescription: Sendable, Encodable, Equatable {
  let system: String
  let processor: String
  /// The number of processors that the process may use.
  let processors: Int
  /// The beginning of the run, as ISO 8601.
  let date: String

  static var current: MachineDescription {
    let process = ProcessInfo.processInfo
    return MachineDescription(
      system: process.operatingSystemVersionString,
      processor: processorName ?? "unknown processor",
      processors: process.activeProcessorCount,
      date: ISO8601DateFormatter().string(from: Date()))
  }

  private static var processorName: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") })
    else { return nil }
    return line.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
