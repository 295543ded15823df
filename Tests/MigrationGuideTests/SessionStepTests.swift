import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing

extension AppReducers { fileprivate static let all = [theme, library, routes, windows] }

/// Where the recordings of the test lie: made before its arguments are read, removed as the process ends.
private let recordings: URL = {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
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
  @Test func theSessionsAgree() throws {
    let check = ParityCheck(AppSlices.entries) { AppState() }
    let report = try check.run(.recording(recordings))
    #expect(report.passed, "\(report)")
  }
  // endregion

  @Test func theSessionIsAPage() throws {
    let folder = recordings
    let file = folder.appendingPathComponent("session.jsonl")
    let check = ParityCheck(AppSlices.entries) { AppState() }
    // region: page
    let page = try SessionPage(of: file, check, title: "Ticket 4711")
    try page.write(to: folder.appendingPathComponent("session.html"))
    // endregion
    let html = try String(
      contentsOf: folder.appendingPathComponent("session.html"), encoding: .utf8)
    #expect(html.contains("Ticket 4711"))
  }
}
