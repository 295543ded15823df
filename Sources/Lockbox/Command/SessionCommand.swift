import CommandLineSupport
import Foundation
import LockboxModern
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions

/// Records the session of the original app, and replays recordings on both sides of the migration.
@MainActor struct SessionCommand {
  let options: Options
  let terminal: Terminal

  /// Begins to record the original app, if the options say so.
  ///
  /// - Throws: `UsageError` for a place where no file can be created.
  func makeRecorder(of store: LockboxStoring) throws(UsageError) -> SessionRecorder? {
    guard let path = options.recordPath else { return nil }
    var recording = SessionRecorder.Options()
    (recording.app, recording.seed) = ("Lockbox", options.seed)
    // Passwords are secrets by their type; the name `passwordChanged` is that of a date.
    recording.redactor = Redactor(
      secretNames: Redactor.secretNames.subtracting(["password"]))
    // One file, whatever the length of the session.
    recording.fileLimit = .max
    recording.bufferLimit = Options.mostActions
    do {
      return try SessionRecorder(of: store, to: URL(fileURLWithPath: path), options: recording)
    } catch {
      throw UsageError(error.localizedDescription)
    }
  }

  /// Ends a recording, and returns whether it is written.
  func finish(_ recorder: SessionRecorder?) -> Bool {
    do {
      try recorder?.stop()
      return true
    } catch {
      terminal.error("Lockbox: \(error.localizedDescription)")
      return false
    }
  }

  /// Replays a recording on both sides, and returns the exit status.
  func replay(_ path: String) -> Int32 {
    do {
      let file = URL(fileURLWithPath: path)
      let recording = try SessionRecording(contentsOf: file)
      let check = ParityCheck(
        LockboxSlices(modern: ModernCode(planted: options.plantedBug)).entries,
        parity: CrossingStore.parity
      ) { LockboxState() }
      let report = try check.run(.recording(file), effort: .sides)
      let mismatch = report.findings.first { $0.subject != .recording }
      for note in report.remarks { terminal.line(note) }
      terminal.line(
        "\(recording.actionCount) actions of \(recording.app), replayed on both sides: "
          + (mismatch.map { "\($0)" } ?? "no mismatch"))
      if report.passed {
        let entries = report.ledger.entries.values.flatMap(\.values)
        let (changed, all) = entries.reduce((0, 0)) { ($0.0 + $1.changed, $0.1 + $1.compared) }
        terminal.line("Both sides agree with the recorded states.")
        terminal.line("Of \(all.grouped) comparisons, \(changed.grouped) changed a slice.")
      }
      for failure in report.failures where failure != mismatch?.description {
        terminal.line(failure)
      }
      if let page = options.pagePath { try write(file, check, recording.app, to: page) }
      return report.passed ? 0 : 1
    } catch {
      terminal.error("Lockbox: \(error.localizedDescription)")
      return 2
    }
  }

  private func write(
    _ file: URL, _ check: ParityCheck<LockboxState, LockboxAction>, _ app: String, to path: String
  ) throws {
    let bug = options.plantedBug.map { ", with the bug \($0.name)" } ?? ""
    let page = try SessionPage(
      of: file, check, title: "A session of \(app)\(bug)", window: { $0.window?.name })
    try page.write(to: URL(fileURLWithPath: path))
    terminal.line("The page is \(path).")
  }
}
