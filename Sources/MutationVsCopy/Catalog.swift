internal import ReduxBenchmarks

/// Everything that this program measures.
@MainActor
enum Catalog {
  static var suite: BenchmarkSuite {
    let comparisons = ComparisonCases.comparisons
    let summary = ComparisonSummary(of: comparisons)
    return BenchmarkSuite(
      "MutationVsCopy",
      groups: comparisons.map(\.group) + CopyingCases.groups + ReferenceStoreCases.groups
        + ValueStoreCases.groups + SubscriptionCases.groups + BridgeCases.groups,
      conclude: { summary.conclude(&$0) })
  }
}
