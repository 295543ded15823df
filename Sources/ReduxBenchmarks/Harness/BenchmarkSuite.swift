/// Everything that one program can measure, and how it is shown.
///
/// ## Thread safety
/// Confined to the main actor, on which its closures run.
public struct BenchmarkSuite: Sendable {
  /// The name of the program.
  public let name: String
  /// What it measures.
  public let groups: [BenchmarkGroup]
  /// What the figures say, in words.
  public let findings: @MainActor (BenchmarkReport) -> [String]
  /// Figures put next to each other.
  public let tables: @MainActor (BenchmarkReport) -> [ReportTable]
  /// What the figures look like.
  public let charts: @MainActor (BenchmarkReport) -> [LineChart]

  /// Puts groups together.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - groups: what it measures.
  ///   - findings: what the figures say, in words; it must cope with missing ones.
  ///   - tables: figures put next to each other; it must cope with missing ones.
  ///   - charts: what the figures look like; it must cope with missing ones.
  public init(
    _ name: String,
    groups: [BenchmarkGroup],
    findings: @escaping @MainActor (BenchmarkReport) -> [String] = { _ in [] },
    tables: @escaping @MainActor (BenchmarkReport) -> [ReportTable] = { _ in [] },
    charts: @escaping @MainActor (BenchmarkReport) -> [LineChart] = { _ in [] }
  ) {
    self.name = name
    self.groups = groups
    self.findings = findings
    self.tables = tables
    self.charts = charts
  }

  /// The names of everything that can be asked for: cases and rows, in order.
  package var names: [String] {
    groups.flatMap { group in
      group.cases.map(\.name) + group.ratios.map(\.name) + group.trials.map(\.name)
    }
  }

  /// The groups cut down to what was asked for.
  ///
  /// A name asks for the case, the row or the group that has it, and `Subject.operation` or `Subject`
  /// without the rest asks for all that begin so.
  ///
  /// - Parameter choice: the names; none asks for everything.
  /// - Returns: what is left of each group that has something asked for.
  /// - Throws: `UsageError` for a name that asks for nothing.
  package func groups(choosing choice: [String]) throws -> [BenchmarkGroup] {
    guard !choice.isEmpty else { return groups }
    for name in choice
    where !(names + groups.map(\.title)).contains(where: { Self.matches($0, name) }) {
      throw UsageError("no case is named \"\(name)\"; --list shows their names")
    }
    return groups.compactMap { group in
      group.selecting { name in choice.contains { Self.matches(name, $0) } }
    }
  }

  private static func matches(_ name: String, _ choice: String) -> Bool {
    name == choice || name.hasPrefix(choice + "(") || name.hasPrefix(choice + ".")
  }
}
