import Testing

@testable import CommandLineSupport

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestCell() {
    var table = TextTable(["name", "n"])
    table.add(["a", "1,000"])
    table.add(["longer"])
    #expect(
      table.lines == [
        "name         n",
        "──────────────",
        "a        1,000",
        "longer",
      ])
  }

  @Test func columnsBeyondTheLeftOnesAreAlignedOnTheRight() {
    var table = TextTable(["case", "verdict", "time"], leftColumns: 2)
    table.add(["a", "met", "10 µs"])
    #expect(table.lines.last == "a      met       10 µs")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
  ])
  func numbersHaveCommasBetweenThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test func aTableThatIsTooWideIsFoldedByRows() {
    var table = TextTable(["slice", "gate", "evidence"], leftColumns: 3)
    table.add(["theme", "open", "12 compared, no mismatch"])
    table.add(["routes", "", "0"])
    #expect(table.lines(fitting: nil) == table.lines)
    #expect(table.lines(fitting: 41) == table.lines)
    #expect(
      table.lines(fitting: 30) == [
        "theme",
        "  gate      open",
        "  evidence  12 compared, no",
        "            mismatch",
        "",
        "routes",
        "  evidence  0",
      ])
    #expect(
      table.lines(fitting: 20) == [
        "theme", "  gate", "    open", "  evidence", "    12 compared, no", "    mismatch", "",
        "routes", "  evidence", "    0",
      ])
  }

  @Test func cellsCannotMoveTheCursor() {
    var table = TextTable(["a\u{1B}"])
    table.add(["b\nc"])
    #expect(table.lines == [#"a\u{1B}"#, "───────", #"b\nc"#])
  }
}
