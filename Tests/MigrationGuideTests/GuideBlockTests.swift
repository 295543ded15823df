import Foundation
import Testing

/// Finds blocks and regions, and describes their differences.
@Suite struct GuideBlockTests {
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

  @Test func aBlockInAListAndOneThatIsNeverClosedAreFound() {
    let text = """
      1. First:
         ```swift
         if a {

           b()
         }
         ```

      ```swift
      let c = 3
      """
    let blocks = GuideBlock.blocks(of: "Guide.md", in: text)
    #expect(blocks.map(\.lines) == [["if a {", "", "  b()", "}"], ["let c = 3"]])
    #expect(blocks.map(\.line) == [2, 9])
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

  @Test func aRegionInTwoPlacesIsOne() {
    let text = """
      // region: parts
      let a = 1
      // endregion
      let b = 2
        // region: parts
        let c = 3
        // endregion
      """
    #expect(GuideRegions.regions(in: text) == ["parts": ["let a = 1", "let c = 3"]])
  }

  private static let block = GuideBlock(
    guide: "Guide.md", line: 40, region: "File.swift#name", lines: ["let a = 1", "let b = 2"])

  @Test func equalTextsDoNotDiffer() {
    #expect(Self.block.difference(from: ["let a = 1", "let b = 2"]) == nil)
  }

  @Test func aChangedLetterIsNamedByItsLineWithBothTexts() {
    #expect(
      Self.block.difference(from: ["let a = 1", "let c = 2"]) == """
        Guide.md:42 differs from File.swift#name
          in the guide: "let b = 2"
          in the test:  "let c = 2"
        """)
  }

  @Test(arguments: [
    (["let a = 1"], "\"let b = 2\"", "no line, the block ends before", 42),
    (["let a = 1", "let b = 2", "c()"], "no line, the block ends before", "\"c()\"", 43),
    (["new()", "let a = 1", "let b = 2"], "\"let a = 1\"", "\"new()\"", 41),
  ])
  func onlyTheFirstOfTheLinesThatDifferIsNamed(
    tested: [String], guide: String, test: String, line: Int
  ) {
    #expect(
      Self.block.difference(from: tested) == """
        Guide.md:\(line) differs from File.swift#name
          in the guide: \(guide)
          in the test:  \(test)
        """)
  }
}
