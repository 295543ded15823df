import Testing

@testable import ReduxBenchmarks

@Suite struct PeakMemoryTests {
  // It measures a whole process, so it has one of its own.
  @Test func thePeakInTheStatusCountsMemoryThatIsFreedBeforeTheEnd() async {
    let status = "Name:\tx\nVmHWM:\t   12345 kB\nVmRSS:\t    99 kB\n"
    let fields = ["VmHWM:", "VmPeak:"].map { PeakMemory.kilobytes(of: $0, in: status) }
    #expect(fields == [12_345, nil])
    await #expect(processExitsWith: .success) {
      let rise = PeakMemory.rise {
        for _ in 0..<3 { blackHole([UInt8](repeating: 1, count: 40_000_000)) }
      }
      // A sanitizer keeps freed memory for a while.
      try #require(rise.map { $0 > 30_000_000 } ?? true)
    }
  }
}
