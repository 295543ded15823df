import Testing

@testable import CommandLineSupport

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestCellAndTheLaterOnesAreAlignedOnTheRight() {
    let table = TextTable(["name", "n"], rows: [["a", "1,000"], ["longer"], ["b\n", "2"]])
    #expect(
      table.lines == [
        "name         n",
        "──────────────",
        "a        1,000",
        "longer",
        #"b\n          2"#,
      ])
    let wide = TextTable(["a\u{1B}", "b", "c"], leftColumns: 2, leastWidth: 3, rows: [["1", "2"]])
    #expect(wide.lines == [#"a\u{1B}   b     c"#, "─────────────────", "1         2"])
  }

  @Test func numbersHaveCommasBetweenThousands() {
    #expect(
      [0, 999, 1000, 1_234_567, -1000].map(\.grouped)
        == ["0", "999", "1,000", "1,234,567", "-1,000"])
  }
}
