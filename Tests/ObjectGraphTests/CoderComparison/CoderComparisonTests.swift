import Foundation
import Testing

/// The article's table of what a copy keeps, compared with other coders, says what the coders do.
struct CoderComparisonTests {
  /// The archiver takes other objects, and what ends the process is a fact of another coder: these cells
  /// were measured once.
  @Test func everyCellSaysWhatTheCoderDoes() {
    for row in ComparisonRow.all {
      for (coder, cell) in zip(ComparedCoder.allCases, row.cells)
      where coder != .archiver && cell != ComparisonRow.crash {
        #expect(row.outcome(coder) == cell, "\(row.title): \(coder.rawValue)")
      }
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
