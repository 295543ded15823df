import Foundation
import Testing

/// The code in the guides is the code that is compiled and run here, to the letter.
@Suite struct GuidesTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  static func text(of url: URL) -> String {
    (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }

  /// What must be compiled to the last line: the guides, and articles of the reference.
  static let guides = [
    "README.md", "Migration.md",
    "Sources/ReduxBenchmarks/ReduxBenchmarks.docc/MeasuringYourOwnState.md",
  ]

  static let blocks = guides.flatMap { guide in
    GuideBlock.blocks(of: guide, in: text(of: root.appendingPathComponent(guide)))
  }

  @Test(arguments: blocks)
  func theBlockIsTheRegionThatIsRun(_ block: GuideBlock) throws {
    let region = try #require(
      block.region, "\(block.guide):\(block.line): no comment above the block names its region")
    let parts = region.split(separator: "#").map(String.init)
    let file = Self.folder.appendingPathComponent(parts.first ?? "")
    let lines = try #require(
      GuideRegions.regions(in: Self.text(of: file))[parts.last ?? ""],
      "\(block.guide):\(block.line): there is no region \(region)")
    for (offset, pair) in zip(block.lines, lines).enumerated() {
      #expect(
        pair.0 == pair.1, "\(block.guide):\(block.line + 1 + offset) differs from \(region)")
    }
    #expect(
      block.lines.count == lines.count, "\(block.guide):\(block.line) is as long as \(region)")
  }

  @Test func everyGuideHasBlocks() {
    #expect(Set(Self.blocks.map(\.guide)) == Set(Self.guides))
  }

  @Test func everyOutputIsComparedByATest() {
    #expect(Set(GuideOutput.names) == ["loss", "ledger", "mismatch", "gate"])
  }

  @Test func aBlockKnowsItsLineAndItsRegion() {
    let text = """
      Prose.

      <!-- File.swift#name -->
      ```swift
      let a = 1
      ```

      ```swift
      let b = 2
      ```
      """
    let blocks = GuideBlock.blocks(of: "Guide.md", in: text)
    #expect(blocks.map(\.line) == [4, 8])
    #expect(blocks.map(\.region) == ["File.swift#name", nil])
    #expect(blocks.map(\.lines) == [["let a = 1"], ["let b = 2"]])
  }

  @Test func aRegionLosesTheIndentationOfItsPlace() {
    let text = """
        // region: inner
        if a {
          b()
        }
        // endregion
      """
    #expect(GuideRegions.regions(in: text) == ["inner": ["if a {", "  b()", "}"]])
  }
}
