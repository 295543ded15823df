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
    let logins = """
      url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged\r
      https://a.example,me,s3cretValue,,https://a.example,{1},1,2,3\r
      https://b.example,me,s3cretValue,,https://b.example,{2},1,2,3\r

      """
    let run = try await CommandRun.on(
      Array(logins.utf8), "--actions", "\(actions)", "--seed", "3", "--record", recording)
    #expect(run.status == 0, "\(run.error)")
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    #expect(!text.contains("s3cretValue"))
    let replay = await CommandRun.of("--replay", recording)
    #expect(replay.status == 0, "\(replay.text)")
    #expect(replay.out.contains("replayed on both sides: no mismatch"))
    #expect(replay.out.contains("Both sides agree with the recorded states."))
    let buggy = await CommandRun.of("--replay", recording, "--plant-bug", "--page", page)
    #expect(buggy.status == 1, "\(buggy.text)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("1 mismatch") || html.contains(" mismatches"))
    #expect(!html.contains("s3cretValue"))
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
      #expect(run.error.contains("/nowhere/a.jsonl: ") && run.error.contains("No such file"))
      #expect(!run.error.contains("Domain="), "\(run.error)")
    }
  }
}
