import Testing

@testable import Lockbox

@MainActor @Suite struct ProgressReporterTests {
  @Test func whatTakesNoLongerThanAMomentIsNotReported() {
    let console = RecordingConsole()
    let reporter = ProgressReporter(console: console, interval: .seconds(1)) { .zero }
    for count in 1...10 { reporter.report("\(count) of 10") }
    #expect(console.errorTexts.isEmpty)
  }

  @Test func whatTakesLongerIsReportedOnceInAWhile() {
    let console = RecordingConsole()
    var elapsed = Duration.zero
    let reporter = ProgressReporter(console: console, interval: .seconds(1)) { elapsed }
    for count in 1...10 {
      elapsed += .milliseconds(300)
      reporter.report("\(count) of 10")
    }
    #expect(console.errorTexts == ["4 of 10", "8 of 10"])
    #expect(console.outLines.isEmpty)
  }
}
