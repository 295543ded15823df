import Testing

@testable import ReduxBenchmarks

@Suite struct PeakMemoryTests {
  @Test func statusFieldsAreReadInKilobytes() {
    let status = "Name:\tx\nVmHWM:\t   12345 kB\nVmRSS:\t    99 kB\n"
    #expect(PeakMemory.kilobytes(of: "VmHWM:", in: status) == 12_345)
    #expect(PeakMemory.kilobytes(of: "VmPeak:", in: status) == nil)
  }

  // It measures a whole process, so it has one of its own.
  @Test func thePeakCountsMemoryThatIsFreedBeforeTheEnd() async {
    await #expect(processExitsWith: .success) {
      let rise = PeakMemory.rise {
        for _ in 0..<3 { blackHole([UInt8](repeating: 1, count: 40_000_000)) }
      }
      // A sanitizer keeps freed memory for a while.
      try #require(rise.map { $0 > 30_000_000 } ?? true)
    }
  }
}
