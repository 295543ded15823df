internal import ReduxBenchmarks

/// Everything that this program measures.
@MainActor
enum Catalog {
  static var suite: BenchmarkSuite {
    let summary = ComparisonSummary(of: ComparisonCases.comparisons)
    return BenchmarkSuite(
      "MutationVsCopy",
      groups: ComparisonCases.groups + CopyingCases.groups + ReferenceStoreCases.groups
        + ValueStoreCases.groups + SubscriptionCases.groups + BridgeCases.groups,
      conclude: { summary.conclude(&$0) })
  }
}
