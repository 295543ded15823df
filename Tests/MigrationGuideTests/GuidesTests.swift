import Foundation
import Testing

/// The code in the guides is the code that is compiled and run here, to the letter.
@Suite struct GuidesTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  static func text(of url: URL) -> String {
    (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }

  static let blocks = ["README.md", "Migration.md"].flatMap { guide in
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

  @Test func bothGuidesHaveBlocks() {
    #expect(Set(Self.blocks.map(\.guide)) == ["README.md", "Migration.md"])
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
