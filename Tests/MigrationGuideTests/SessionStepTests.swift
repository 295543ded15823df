import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing

extension AppReducers { fileprivate static let all = [theme, library, routes, windows] }

/// Where the recordings of the test lie: made before its arguments are read, removed as the process ends.
private let recordings: URL = {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("recordings-\(UUID().uuidString)")
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try record(to: folder.appendingPathComponent("session.jsonl"))
  } catch { fatalError("\(error)") }
  atexit { try? FileManager.default.removeItem(at: recordings) }
  return folder
}()

private func record(to file: URL) throws {
  // region: record
  let store = ReferenceStore(state: AppState(), reducers: AppReducers.all)
  let recorder = try SessionRecorder(of: store, to: file)
  store.dispatch(.addNote(id: 1, title: "milk"))
  store.dispatch(.setDark(true))
  try recorder.stop()
  // endregion
}

/// Runs the code of "A session as evidence".
@Suite struct SessionStepTests {
  // region: replay
  @Test(arguments: try SessionRecording.files(in: recordings))
  func bothSidesAgree(_ file: URL) throws {
    let replay = try SessionReplay(file, entries: AppSlices.entries) { AppState() }
    #expect(try replay.firstMismatch() == nil)
    #expect(try replay.firstDifference(on: .value) == nil)
  }
  // endregion

  @Test func theSessionIsAPage() throws {
    let folder = recordings
    let replay = try SessionReplay(
      folder.appendingPathComponent("session.jsonl"), entries: AppSlices.entries
    ) { AppState() }
    #expect(replay.actions.count == 2)
    // region: page
    let page = try SessionPage(replay, title: "Ticket 4711")
    try page.write(to: folder.appendingPathComponent("session.html"))
    // endregion
    let html = try String(
      contentsOf: folder.appendingPathComponent("session.html"), encoding: .utf8)
    #expect(html.contains("Ticket 4711"))
  }
}
