import CommandLineSupport
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct ProgressReporterTests {
  @Test func whatTakesNoLongerThanAMomentIsNotReported() {
    let console = RecordingConsole()
    let reporter = ProgressReporter(
      console: console, line: ProgressLine(isTerminal: true, columns: nil), interval: .seconds(1)
    ) { .zero }
    for count in 1...10 { reporter.report("\(count) of 10") }
    reporter.finish()
    #expect(console.errorTexts.isEmpty)
  }

  @Test func whatTakesLongerIsReportedOnceInAWhile() {
    let console = RecordingConsole()
    var elapsed = Duration.zero
    let reporter = ProgressReporter(
      console: console, line: ProgressLine(isTerminal: true, columns: nil), interval: .seconds(1)
    ) { elapsed }
    for count in 1...10 {
      elapsed += .milliseconds(300)
      reporter.report("\(count) of 10")
    }
    reporter.finish()
    #expect(console.errorTexts == ["\r\u{1B}[K4 of 10", "\r\u{1B}[K8 of 10", "\r\u{1B}[K"])
    #expect(console.outTexts.isEmpty)
  }

  @Test func elsewhereThanOnATerminalNothingIsReported() {
    let console = RecordingConsole()
    var elapsed = Duration.zero
    let reporter = ProgressReporter(
      console: console, line: ProgressLine(isTerminal: false, columns: nil), interval: .seconds(1)
    ) { elapsed }
    for count in 1...10 {
      elapsed += .seconds(1)
      reporter.report("\(count) of 10")
    }
    reporter.finish()
    #expect(console.error == "")
  }
}
