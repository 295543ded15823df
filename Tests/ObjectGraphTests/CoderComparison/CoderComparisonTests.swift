import Foundation
import Testing

/// The article's table of what a copy keeps, compared with other coders, says what the coders do.
struct CoderComparisonTests {
  @Test(arguments: ComparisonRow.all)
  func everyCellSaysWhatTheCoderDoes(row: ComparisonRow) async {
    #expect(row.cells.count == ComparedCoder.allCases.count)
    for (coder, cell) in zip(ComparedCoder.allCases, row.cells) {
      if cell == ComparisonRow.crash {
        await expectCrash(row, coder)
      } else {
        #expect(row.outcome(coder) == cell, "\(coder.rawValue)")
      }
    }
  }

  /// Expects that the coder ends the process.
  private func expectCrash(_ row: ComparisonRow, _ coder: ComparedCoder) async {
    #if canImport(ObjectiveC)
      // The archiver of Apple platforms is another one, whose cells were not measured.
      if coder == .archiver { return }
    #endif
    await #expect(processExitsWith: .failure, "\(coder.rawValue)") {
      [title = row.title as String, name = coder.rawValue as String] in
      guard let row = ComparisonRow.all.first(where: { $0.title == title }),
        let coder = ComparedCoder(rawValue: name)
      else { exit(EXIT_SUCCESS) }
      _ = row.outcome(coder)
      exit(EXIT_SUCCESS)
    }
  }

  @Test func theArticleHasTheSameTable() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appendingPathComponent(
      "Sources/ObjectGraph/ObjectGraph.docc/WhatACopyKeeps.md")
    let lines = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let header = row(
      ["", "``Graph/copy(_:userInfo:)``"]
        + ComparedCoder.allCases.dropFirst().map(\.rawValue))
    let start = try #require(lines.firstIndex(of: header))
    let table = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(Array(table) == ComparisonRow.all.map { row([$0.title] + $0.cells) })
  }

  private func row(_ cells: [String]) -> String {
    ("|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined())
  }
}
