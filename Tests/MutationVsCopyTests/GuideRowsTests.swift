import CommandLineSupport
import Foundation
import ReduxBenchmarks
import Testing

@testable import MutationVsCopy

/// The guides name only commands, ratios and cases that this program has.
@MainActor @Suite struct GuideRowsTests {
  private static let suite = Catalog.suite

  nonisolated private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of both guides and of each documentation page.
  nonisolated private static let pages: [String] = {
    let sources = root.appendingPathComponent("Sources").path
    let paths = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String }
    return ["README.md", "Migration.md"]
      + (paths ?? []).filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .map { "Sources/\($0)" }.sorted()
  }()

  nonisolated private static func text(of page: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
  }

  @Test(arguments: pages)
  func everyRatioAndCaseExistsAndEveryCommandIsValid(page: String) throws {
    let measured = MeasurementNames(in: try Self.text(of: page))
    for name in measured.names {
      #expect(
        throws: Never.self, "\(page) names \"\(name)\", which --list does not show"
      ) { try Self.suite.groups(choosing: [name]) }
    }
    for arguments in measured.commands {
      #expect(throws: Never.self, "\(page) shows the arguments \(arguments)") {
        try Self.suite.groups(choosing: CommandOptions(arguments).choice)
      }
    }
  }

  @Test func eachStatementAboutCostNamesARatio() throws {
    let text = try Self.text(
      of: "Sources/ReduxBenchmarks/ReduxBenchmarks.docc/CostsOfAMigration.md")
    let table = text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
    let head = try #require(table.first)
    #expect(table.count > 10)
    for row in table.dropFirst() {
      #expect(MeasurementNames(in: head + "\n" + row).names.count == 1, "\(row)")
    }
  }
}
