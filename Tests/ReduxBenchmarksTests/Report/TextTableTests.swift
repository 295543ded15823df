import Testing

@testable import ReduxBenchmarks

@Suite struct TextTableTests {
  @Test func columnsLineUp() {
    var table = TextTable([("case", .left), ("time", .right), ("", .left)])
    table.add(["a", "10 µs", "held"])
    table.add(["longer", "1 ns"])
    #expect(
      table.lines == [
        "case     time",
        "------  -----  ----",
        "a       10 µs  held",
        "longer   1 ns",
      ])
  }
}
