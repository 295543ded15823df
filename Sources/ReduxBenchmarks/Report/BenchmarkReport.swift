public import Foundation

/// The figures of one run.
///
/// As JSON it has this form; times are in nanoseconds, and what is optional may be missing:
///
/// ```json
/// {
///   "machine": {"system": "...", "processor": "...", "processors": 2, "memory": 1, "build": "release",
///               "date": "2026-01-01T12:00:00Z"},
///   "cases": [{"name": "Copy.graph(1000)", "size": 1000, "unit": "ns per object", "median": 1.5,
///              "p10": 1.4, "p90": 1.9, "samples": 41, "bytesHeld": 96000}],
///   "ratios": [{"name": "copy against JSON", "value": 24.1, "low": 22, "high": 25, "reach": 14,
///               "direction": "atLeast", "holds": true, "noisy": false, "aim": 24, "unit": "ratio"}],
///   "skipped": [{"name": "Copy.json(100000)", "reason": "takes too long for a quick run"}],
///   "tables": [{"title": "...", "columns": ["strategy", "1 read"], "rows": [["...", "2 µs"]]}],
///   "findings": ["..."],
///   "noisy": false
/// }
/// ```
///
/// `direction` is `atLeast`, `atMost` or `exactly`. `low` and `high` are the tenth and ninetieth
/// percentile. `holds` says that the reach lies inside that spread, or that the figure is better.
///
/// ## Thread safety
/// Safe from any thread because it is a value.
public struct BenchmarkReport: Sendable, Codable, Equatable {
  /// Where the figures come from.
  public let machine: MachineDescription
  /// What each case cost.
  public package(set) var cases: [CaseResult] = []
  /// What each row came to.
  public package(set) var ratios: [RatioResult] = []
  /// What has no figure, and why.
  public package(set) var skipped: [SkippedResult] = []
  /// Figures put next to each other.
  public package(set) var tables: [ReportTable] = []
  /// What the figures say, in words.
  public package(set) var findings: [String] = []

  /// Makes a report without figures.
  ///
  /// - Parameter machine: where the figures come from.
  package init(machine: MachineDescription) {
    self.machine = machine
  }

  /// The rows that a second run may not confirm.
  public var noisyRatios: [RatioResult] { ratios.filter(\.noisy) }

  /// The rows that did not come to what they must.
  public var missedRatios: [RatioResult] { ratios.filter { !$0.holds } }

  /// The rows whose median missed the reach while their spread came to it: a wide spread proves nothing.
  public var undecidedRatios: [RatioResult] { ratios.filter { $0.verdict == "in spread" } }

  /// Whether a second run may not confirm some row.
  public var isNoisy: Bool { !noisyRatios.isEmpty }

  /// The figure of a case, or nil if it was not measured.
  ///
  /// - Parameter name: the name of the case.
  /// - Returns: the figure, or nil.
  public func result(_ name: String) -> CaseResult? {
    cases.first { $0.name == name }
  }

  /// How many rows hold, and how far to trust that; without rows, how many cases were measured.
  public var verdict: String {
    guard !ratios.isEmpty else {
      switch cases.count {
      case 0: return "Nothing was measured."
      case 1: return "1 case was measured."
      default: return "\(cases.count) cases were measured."
      }
    }
    let held = ratios.count - missedRatios.count - undecidedRatios.count
    var text = "\(held) of \(ratios.count) rows came to their reach by their median, "
    text += "\(undecidedRatios.count) only inside their spread, \(missedRatios.count) missed it."
    let tolerance = Int(PairedRatio.tolerance * 100)
    if isNoisy {
      text += " The run was too noisy for \(noisyRatios.count) of them: another run may give a "
      text += "figure more than \(tolerance) % away. They are marked with ~."
    } else {
      text += " The run was quiet: another one should agree within \(tolerance) %."
    }
    return text
  }

  /// The report as JSON, its keys in alphabetical order.
  ///
  /// - Throws: `EncodingError` for a figure that is no number.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
