import Testing

@testable import ReduxBenchmarks

@Suite struct MemoryMetersTests {
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

  @Test func bytesInUseAreTheMemoryFromTheSystemLessWhatIsFree() {
    #expect(HeapMeter.bytesInUse(in: Self.document) == 300_000 - 1_100 + 40_000)
    #expect(HeapMeter.bytesInUse(in: "something else") == nil)
  }

  @Test func statusFieldsAreReadInKilobytes() {
    let status = "Name:\tx\nVmHWM:\t   12345 kB\nVmRSS:\t    99 kB\n"
    #expect(PeakMemory.kilobytes(of: "VmHWM:", in: status) == 12_345)
    #expect(PeakMemory.kilobytes(of: "VmPeak:", in: status) == nil)
  }

  // Each of these weighs a whole process, so each has one of its own.

  @Test func aResultIsWeighedByTheBytesThatItHolds() async {
    await #expect(processExitsWith: .success) {
      guard HeapMeter.bytesInUse() != nil else { return }
      let held = HeapMeter.bytesHeld(
        byResultOf: { [UInt8](repeating: 1, count: 1_000_000) }, calls: 1)
      try #require((1_000_000..<3_000_000).contains(try #require(held)))
    }
  }

  @Test func smallResultsAreWeighedTogether() async {
    await #expect(processExitsWith: .success) {
      guard HeapMeter.bytesInUse() != nil else { return }
      let held = HeapMeter.bytesHeld(
        byResultOf: { [UInt8](repeating: 1, count: 100) }, calls: 500)
      try #require((100..<1_000).contains(try #require(held)))
    }
  }

  @Test func thePeakCountsMemoryThatIsFreedBeforeTheEnd() async {
    await #expect(processExitsWith: .success) {
      let rise = PeakMemory.rise {
        for _ in 0..<3 { blackHole([UInt8](repeating: 1, count: 40_000_000)) }
      }
      guard let rise else { return }
      // A sanitizer keeps freed memory for a while, and the heap is not measured there.
      let limit = HeapMeter.bytesInUse() == nil ? Int.max : 110_000_000
      try #require((30_000_000..<limit).contains(rise))
    }
  }
}
