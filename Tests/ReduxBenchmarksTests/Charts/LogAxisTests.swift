import Testing

@testable import ReduxBenchmarks

@Suite struct LogAxisTests {
  @Test func decadesAreEquallyFarApart() {
    let axis = LogAxis(values: [10, 1_000], from: 0, to: 200)
    #expect(axis.ticks == [10, 100, 1_000])
    #expect([10, 100, 1_000].map { axis.position($0) } == [0, 100, 200])
  }

  @Test(arguments: [([7, 45, 230], [1, 10, 100, 1_000]), ([10], [10, 100]), ([], [1, 10])])
  func everyValueLiesBetweenTheFirstAndTheLastTick(values: [Double], ticks: [Double]) {
    let axis = LogAxis(values: values, from: 300, to: 0)
    #expect(axis.ticks == ticks)
    let places = values.map { axis.position($0) }
    #expect(places == places.sorted(by: >))
    #expect(places.allSatisfy { (0...300).contains($0) })
  }

  @Test func zeroHasAPlaceOfItsOwnBeforeTheSmallestValue() {
    let axis = LogAxis(values: [0, 1, 100], from: 0, to: 100)
    #expect(axis.ticks == [0, 1, 10, 100])
    #expect(axis.position(0) == 0)
    #expect(axis.position(1) > 10)
    #expect(axis.position(100) == 100)
  }
}
