import Testing

/// What the parsing of blocks does not show by itself: `GuidesTests` finds a block or a region that is lost.
@Suite struct GuideBlockTests {
  private static let block = GuideBlock(
    guide: "Guide.md", line: 40, region: "File.swift#name", lines: ["let a = 1", "let b = 2"])

  @Test(arguments: [
    (["let a = 1", "let c = 2"], "\"let b = 2\"", "\"let c = 2\"", 42),
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
