internal import ReduxBenchmarks

/// Everything that this program measures.
@MainActor
enum Catalogue {
  /// The cases by subject.
  static var suite: BenchmarkSuite {
    BenchmarkSuite(
      "MutationVsCopy",
      groups: CopyingCases.groups + ReferenceStoreCases.groups + ValueStoreCases.groups
        + BridgeCases.groups,
      charts: { report in [CopyingCases.chart(report)] })
  }
}
