import CommandLineSupport
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct OptionsTests {
  @Test func everyOptionIsRead() throws {
    let recorded = try Options(
      arguments: [
        "--seed", "7", "--actions=12", "--plant-bug", "sign-out", "--record", "a.jsonl",
      ])
    #expect(recorded.seed == 7)
    #expect(recorded.actions == 12)
    #expect([recorded.plantedBug?.name, recorded.recordPath] == ["sign-out", "a.jsonl"])
    let replayed = try Options(arguments: ["--replay", "a.jsonl", "--page=a.html", "--plant-bug"])
    #expect(
      [replayed.replayPath, replayed.pagePath, replayed.plantedBug?.name]
        == ["a.jsonl", "a.html", PlantedBug.standard.name])
    let prompt = try Options(arguments: ["-i", "--plant-bug", "--seed", "5"])
    #expect(prompt.isInteractive)
    #expect(prompt.plantedBug?.name == PlantedBug.standard.name)
  }

  private static let bugs = PlantedBug.all.map(\.name).joined(separator: ", ")

  @Test(arguments: [
    (["--page", "a.html", "--record", "a.jsonl"], "--page shows a recording: --replay it"),
    (["--replay", "a", "--seed", "1"], "--replay runs what was recorded, without --seed"),
    (["--replay", "a", "--page", "a"], "--replay and --page name the same file a"),
    (
      ["--record", "a.jsonl", "--interactive"],
      "--record records the session of the simulated user, not --interactive"
    ),
    (
      ["--interactive", "--actions", "5"],
      "--actions sets the length of a session, which --interactive leaves to you"
    ),
    (["--plant-bug=typo"], "there is no bug 'typo'; the bugs are \(bugs)"),
    (["--seed", "abc"], "--seed needs a whole number from 0"),
    (["--actions", "0"], "--actions needs a number from 1 to 1000000"),
    (["--actions", "1000001"], "--actions needs a number from 1 to 1000000"),
    (["--record", "--seed"], "--record needs a file"), (["--help=yes"], "--help takes no value"),
    (["logins.csv"], "unexpected argument 'logins.csv'"),
  ])
  func aWrongArgumentIsRefusedWithTheReason(arguments: [String], reason: String) {
    #expect(throws: UsageError(reason)) { try Options(arguments: arguments) }
  }
}
