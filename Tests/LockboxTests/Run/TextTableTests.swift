import Testing

@testable import Lockbox

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestCell() {
    var table = TextTable(["name", "n"], leftColumns: 1)
    table.add(["a", "1,000"])
    table.add(["longer", "1"])
    #expect(
      table.lines == [
        "name         n",
        "──────────────",
        "a        1,000",
        "longer       1",
      ])
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
  ])
  func numbersHaveCommasBetweenThousands(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
