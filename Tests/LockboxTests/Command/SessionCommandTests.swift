import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

/// Sessions of the original app, recorded and replayed by the command.
@MainActor @Suite(.timeLimit(.minutes(15))) final class SessionCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
  private var recording: String { folder.appendingPathComponent("session.jsonl").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func aSessionOfTheOriginalAppReplaysOnBothSidesAndHoldsNoPassword() async throws {
    // A debug build records less: sanitizers slow it tenfold.
    #if DEBUG
      let actions = "200"
    #else
      let actions = "10000"
    #endif
    let logins = ["a", "b"].map { "https://\($0).example,me,s3cretValue,,{\($0)},2,3" }
    let run = try await CommandRun.on(
      export(logins), "--actions", actions, "--seed", "3", "--record", recording)
    #expect(run.status == 0, "\(run.error)")
    let replay = await CommandRun.of("--replay", recording)
    #expect(replay.status == 0, "\(replay.text)")
    #expect(replay.out.contains("replayed on both sides: no mismatch"))
    #expect(replay.out.contains("Both sides agree with the recorded states."))
    let counts = try #require(
      replay.out.firstMatch(of: /Of ([\d,]+) comparisons, ([\d,]+) changed a slice/))
    #expect(counts.1 != counts.2 && counts.2 != "0")
    let page = folder.appendingPathComponent("session.html").path
    let buggy = await CommandRun.of("--replay", recording, "--plant-bug", "--page", page)
    #expect(buggy.status == 1, "\(buggy.text)")
    #expect(buggy.out.contains("replayed on both sides: theme (") && !buggy.out.contains("agree"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("1 mismatch") || html.contains(" mismatches"))
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    #expect(![text, html].contains { $0.contains("s3cretValue") })
  }

  @Test func aFileThatIsNoRecordingIsRefused() async throws {
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
