import Testing

@testable import CommandLineSupport

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestCell() {
    let table = TextTable(["name", "n"], rows: [["a", "1,000"], ["longer"]])
    #expect(
      table.lines == [
        "name         n",
        "──────────────",
        "a        1,000",
        "longer",
      ])
  }

  @Test func columnsBeyondTheLeftOnesAreAlignedOnTheRight() {
    let table = TextTable(
      ["case", "verdict", "time"], leftColumns: 2, rows: [["a", "met", "10 µs"]])
    #expect(table.lines.last == "a      met       10 µs")
    #expect(TextTable(["a", "b"], leastWidth: 3, rows: [["1", "2"]]).lines[2] == "1     2")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
  ])
  func numbersHaveCommasBetweenThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test func cellsCannotMoveTheCursor() {
    let table = TextTable(["a\u{1B}"], rows: [["b\nc"]])
    #expect(table.lines == [#"a\u{1B}"#, "───────", #"b\nc"#])
  }
}
