import Testing

@testable import ReduxBenchmarks

@Suite struct FigureFormatTests {
  @Test func figuresHaveThreeDigitsAndTimesAUnit() {
    let times = [0, 0.5, 12.34, 1_000, 123_456, 2_500_000, 3e9, -1_500]
    #expect(
      times.map(FigureFormat.time)
        == ["0 ns", "0.5 ns", "12.3 ns", "1 µs", "123 µs", "2.5 ms", "3 s", "-1.5 µs"])
    let ratios = [1, 1.3, 0.05, 24.26, 123.4, 1_234_567, -0.25]
    #expect(
      ratios.map(FigureFormat.ratio) == ["1", "1.3", "0.05", "24.3", "123", "1,234,567", "-0.25"])
  }
}
