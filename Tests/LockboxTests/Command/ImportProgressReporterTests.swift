import Testing

@testable import Lockbox

@MainActor @Suite struct ImportProgressReporterTests {
  @Test func whatTakesNoLongerThanAMomentIsNotReported() {
    let console = RecordingConsole()
    let reporter = ImportProgressReporter(console: console, interval: .seconds(1)) { .zero }
    for count in 1...10 { reporter.report(ImportProgress(logins: count, bytes: count, of: 10)) }
    #expect(console.errorTexts.isEmpty)
  }

  @Test func whatTakesLongerIsReportedOnceInAWhile() {
    let console = RecordingConsole()
    var elapsed = Duration.zero
    let reporter = ImportProgressReporter(console: console, interval: .seconds(1)) { elapsed }
    for count in 1...10 {
      elapsed += .milliseconds(300)
      reporter.report(ImportProgress(logins: count, bytes: count, of: 10))
    }
    #expect(console.errorTexts == ["reading: 4 logins, 40 %", "reading: 8 logins, 80 %"])
    #expect(console.outLines.isEmpty)
  }
}
