import Testing

@testable import ReduxBenchmarks

@Suite struct FigureFormatTests {
  @Test(arguments: [
    (0.0, "0 ns"), (0.5, "0.5 ns"), (12.34, "12.3 ns"), (1_000, "1 µs"), (123_456, "123 µs"),
    (2_500_000, "2.5 ms"), (3e9, "3 s"), (-1_500, "-1.5 µs"),
  ])
  func timesHaveThreeDigitsAndAUnit(nanoseconds: Double, text: String) {
    #expect(FigureFormat.time(nanoseconds) == text)
  }

  @Test(arguments: [
    (1.0, "1"), (1.3, "1.3"), (0.05, "0.05"), (24.26, "24.3"), (123.4, "123"),
    (1_234_567, "1,234,567"),
    (-0.25, "-0.25"),
  ])
  func ratiosHaveThreeDigits(value: Double, text: String) {
    #expect(FigureFormat.ratio(value) == text)
  }
}
