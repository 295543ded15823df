internal import ReduxBenchmarks

/// Everything that this program measures.
@MainActor
enum Catalogue {
  /// The cases by subject.
  static var suite: BenchmarkSuite {
    let comparison = ComparisonCases.summary
    return BenchmarkSuite(
      "MutationVsCopy",
      groups: ComparisonCases.groups + CopyingCases.groups + ReferenceStoreCases.groups
        + ValueStoreCases.groups + BridgeCases.groups,
      findings: { comparison.findings($0) },
      tables: { comparison.tables($0) },
      charts: { report in
        comparison.charts(report) + [CopyingCases.chart(report)]
      })
  }
}
