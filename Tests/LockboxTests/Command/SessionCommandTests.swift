import Foundation
import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

/// Sessions of the original app, recorded and replayed by the command.
@MainActor @Suite(.timeLimit(.minutes(15))) struct SessionCommandTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("lockbox-\(UUID().uuidString)")
  private var recording: String { folder.appendingPathComponent("session.jsonl").path }
  private var page: String { folder.appendingPathComponent("session.html").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  /// A debug build records less: sanitizers slow it tenfold.
  private var actions: Int {
    #if DEBUG
      return 200
    #else
      return 10_000
    #endif
  }

  @Test func aSessionOfTheOriginalAppReplaysOnBothSidesAndHoldsNoPassword() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = await CommandRun.of(
      "--actions", "\(actions)", "--seed", "3", "--record", recording, logins: 2)
    #expect(run.status == 0, "\(run.error)")
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    let replay = await CommandRun.of("--replay", recording)
    #expect(replay.status == 0, "\(replay.error)")
    #expect(
      replay.out.hasSuffix(
        "replayed on both sides: no mismatch\nBoth sides agree with the recorded states."))
    let buggy = await CommandRun.of("--replay", recording, "--plant-bug", "--page", page)
    #expect(buggy.status == 1, "\(buggy.error)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("1 mismatch") || html.contains(" mismatches"))
    for password in SampleLogins.all.prefix(2).map({ $0.password.reveal() }) {
      #expect(!text.contains(password) && !html.contains(password))
    }
  }

  @Test func aFileThatIsNoRecordingIsRefused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: recording))
    let run = await CommandRun.of("--replay", recording)
    #expect(run.status == 2)
    #expect(run.error.contains("session.jsonl:1: this is no recording"))
    for option in ["--record", "--replay"] {
      let run = await CommandRun.of(option, "/nowhere/a.jsonl")
      #expect(run.status == 2)
      let line = run.error.firstMatch(of: /\/nowhere\/a.jsonl: .*No such file/)
      #expect(line != nil && !run.error.contains("Domain="), "\(run.error)")
    }
  }
}
