/// What one case cost.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct CaseResult: Sendable, Codable, Equatable {
  /// The name of the case.
  public let name: String
  /// How large the state was.
  public let size: Int
  /// What the times are given for: `ns per action`, say.
  public let unit: String
  /// The median, in nanoseconds per unit.
  public let median: Double
  /// The tenth percentile, in nanoseconds per unit.
  public let p10: Double
  /// The ninetieth percentile, in nanoseconds per unit.
  public let p90: Double
  /// How many samples were taken.
  public let samples: Int
  /// The bytes of heap that the result of one call holds, where there is a result and they are known.
  public let bytesHeld: Int?

  /// Puts a figure together.
  ///
  /// - Parameters:
  ///   - item: the case.
  ///   - summary: its samples, in nanoseconds per unit.
  ///   - bytesHeld: the bytes of heap that the result of one call holds.
  package init(_ item: BenchmarkCase, _ summary: SampleSummary, bytesHeld: Int?) {
    name = item.name
    size = item.size
    unit = "ns per \(item.unit)"
    median = summary.median
    p10 = summary.p10
    p90 = summary.p90
    samples = summary.count
    self.bytesHeld = bytesHeld
  }
}
