import Testing

@testable import ReduxBenchmarks

@Suite(.serialized) struct MemoryTests {
  private static let document = """
    <malloc version="1">
    <heap nr="0">
    <total type="fast" count="1" size="11"/>
    <system type="current" size="5"/>
    </heap>
    <total type="fast" count="2" size="100"/>
    <total type="rest" count="3" size="1000"/>
    <total type="mmap" count="1" size="40000"/>
    <system type="current" size="300000"/>
    <system type="max" size="900000"/>
    </malloc>
    """

  @Test func bytesInUseAreWhatTheSystemGaveLessWhatIsFree() {
    #expect(HeapMeter.bytesInUse(in: Self.document) == 300_000 - 1_100 + 40_000)
    #expect(HeapMeter.bytesInUse(in: "something else") == nil)
  }

  @Test func aResultIsWeighedByWhatItHolds() throws {
    guard HeapMeter.bytesInUse() != nil else { return }
    let held = try #require(
      HeapMeter.bytesHeld(byResultOf: { [UInt8](repeating: 1, count: 1_000_000) }, calls: 1))
    #expect(held >= 1_000_000)
    #expect(held < 3_000_000)
  }

  @Test func smallResultsAreWeighedTogether() throws {
    guard HeapMeter.bytesInUse() != nil else { return }
    let held = try #require(
      HeapMeter.bytesHeld(byResultOf: { [UInt8](repeating: 1, count: 100) }, calls: 500))
    #expect(held >= 100)
    #expect(held < 1_000)
  }

  @Test func statusFieldsAreReadInKilobytes() {
    let status = "Name:\tx\nVmHWM:\t   12345 kB\nVmRSS:\t    99 kB\n"
    #expect(PeakMemory.kilobytes(of: "VmHWM:", in: status) == 12_345)
    #expect(PeakMemory.kilobytes(of: "VmPeak:", in: status) == nil)
  }

  @Test func thePeakCountsWhatIsFreedBeforeTheEnd() throws {
    let rise = PeakMemory.rise {
      for _ in 0..<3 { blackHole([UInt8](repeating: 1, count: 40_000_000)) }
    }
    guard let rise else { return }
    #expect(rise >= 30_000_000)
    #expect(rise < 110_000_000)
  }
}
