public import Foundation

/// The figures of one run.
///
/// The JSON of a report has this form, with times in nanoseconds:
///
/// ```json
/// {
///   "machine": {"system": "...", "processor": "...", "processors": 2, "date": "2026-01-01T12:00:00Z"},
///   "cases": [{"name": "Copy.graph(1000)", "size": 1000, "unit": "ns per object", "median": 1.5,
///              "p10": 1.4, "p90": 1.9, "samples": 41}],
///   "ratios": [{"name": "copy against JSON", "value": 24.1, "low": 22, "high": 25,
///               "bound": {"direction": "atLeast", "value": 14}, "verdict": "met", "unit": "ratio"}],
///   "skipped": [{"name": "Copy.json(100000)", "reason": "takes too long for a quick run"}],
///   "tables": [{"title": "...", "columns": ["strategy", "1 read"], "rows": [["...", "2 µs"]]}],
///   "findings": ["..."]
/// }
/// ```
///
/// `direction` is `atLeast`, `atMost` or `exactly`. `verdict` is `met`, `missed` or `inconclusive`. Without a bound,
/// `direction` is `none`, and `verdict` is `reported`. Each round of samples gives a ratio: `value` is the median of
/// these ratios, `low` their tenth percentile, and `high` their ninetieth. A ``StateComparison`` reports no ratios.
public struct BenchmarkReport: Sendable, Encodable, Equatable {
  let machine: MachineDescription
  /// The time of each case.
  public internal(set) var cases: [CaseResult] = []
  var ratios: [RatioResult] = []
  /// The cases and ratios without a figure.
  var skipped: [SkippedResult] = []
  /// For each size, a table of the strategies against the numbers of reads per change.
  var tables: [ReportTable] = []
  /// The conclusions in words, one sentence each.
  public internal(set) var findings: [String] = []

  init(machine: MachineDescription) { self.machine = machine }

  /// Looks up the time of a case, in O(*n*) for *n* cases.
  ///
  /// - Parameter name: The name of the case, such as `State.snapshotByJSON.reads1(100)`.
  /// - Returns: The time, or nil if the case was not measured.
  public func result(_ name: String) -> CaseResult? {
    cases.first { $0.name == name }
  }

  /// The result in a sentence: how many ratios met their bound, or without ratios the number of cases.
  var summary: String {
    guard !ratios.isEmpty else { return "Cases measured: \(cases.count)." }
    func count(_ verdict: Bound.Judgment) -> Int { ratios.count { $0.verdict == verdict } }
    return "\(count(.met)) of \(ratios.count - count(.reported)) ratios met their bound; "
      + "\(count(.missed)) missed; \(count(.inconclusive)) inconclusive; "
      + "\(count(.reported)) without a bound."
  }

  /// The report as JSON, with its keys in alphabetical order.
  ///
  /// - Throws: `EncodingError` for a figure that is infinite or not a number.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
