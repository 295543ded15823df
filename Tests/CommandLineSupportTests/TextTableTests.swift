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

  @Test func textIsBrokenBetweenWords() {
    #expect("a b".wrapped(to: 3) == ["a b"])
    #expect("".wrapped(to: 3) == [""])
    #expect("one two three four".wrapped(to: 9) == ["one two", "three", "four"])
    #expect("a veryLongWord b".wrapped(to: 4) == ["a", "veryLongWord", "b"])
    let text = "one  two three"
    #expect(text.wrapped(to: 4).joined(separator: " ") == text)
  }
}
