internal import CommandLineSupport

/// Everything that one program measures, and how its report presents the figures.
package struct BenchmarkSuite: Sendable {
  package let name: String
  package let groups: [BenchmarkGroup]
  /// Adds tables and findings to a report, and returns its charts; copes with missing figures.
  package let conclude: @MainActor (inout BenchmarkReport) -> [LineChart]

  package init(
    _ name: String, groups: [BenchmarkGroup],
    conclude: @escaping @MainActor (inout BenchmarkReport) -> [LineChart] = { _ in [] }
  ) {
    self.name = name
    self.groups = groups
    self.conclude = conclude
  }

  /// The names of all cases, ratios and trials, in order.
  package var names: [String] { groups.flatMap(\.names) }

  /// The parts of the groups that a choice of names selects.
  ///
  /// A name selects the case, the ratio, the trial or the group that has it. `Subject.operation`, or
  /// `Subject` alone, selects everything whose name begins with it.
  ///
  /// - Throws: `UsageError` for a name that selects nothing.
  package func groups(choosing choice: [String]) throws -> [BenchmarkGroup] {
    guard !choice.isEmpty else { return groups }
    for name in choice
    where !(names + groups.map(\.title)).contains(where: { Self.matches($0, name) }) {
      throw UsageError("no case is named \"\(name)\"; --list shows the names")
    }
    return groups.compactMap { group in
      group.selecting { name in choice.contains { Self.matches(name, $0) } }
    }
  }

  private static func matches(_ name: String, _ choice: String) -> Bool {
    name == choice || name.hasPrefix(choice + "(") || name.hasPrefix(choice + ".")
  }
}
