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
      let replay = try SessionReplay(
        URL(fileURLWithPath: path),
        entries: LockboxSlices(modern: ModernCode(planted: options.plantedBug)).entries,
        parity: CrossingStore.parity
      ) { LockboxState() }
      let mismatch = try replay.firstMismatch()
      let differences = try Side.allCases.compactMap { side in
        try replay.firstDifference(on: side).map { "the \(side.rawValue) side: \($0)" }
      }
      for note in replay.notes { terminal.line(note) }
      terminal.line(
        "\(replay.actions.count) actions of \(replay.recording.app), replayed on both sides: "
          + (mismatch.map { "\($0)" } ?? "no mismatch"))
      if differences.isEmpty, mismatch == nil {
        terminal.line("Both sides agree with the recorded states.")
      }
      for difference in differences { terminal.line(difference) }
      if let page = options.pagePath { try write(replay, to: page) }
      return mismatch == nil && differences.isEmpty ? 0 : 1
    } catch {
      terminal.error("Lockbox: \(error.localizedDescription)")
      return 2
    }
  }

  private func write(
    _ replay: SessionReplay<LockboxState, LockboxAction>, to path: String
  ) throws {
    let bug = options.plantedBug.map { ", with the bug \($0.name)" } ?? ""
    let page = try SessionPage(
      replay, title: "A session of \(replay.recording.app)\(bug)", window: { $0.window?.name })
    try page.write(to: URL(fileURLWithPath: path))
    terminal.line("The page is \(path).")
  }
}
