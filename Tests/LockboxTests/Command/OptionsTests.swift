import CommandLineSupport
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct OptionsTests {
  @Test func everyOptionIsReadAndABugWithoutANameIsTheStandardOne() throws {
    let run = try Options(arguments: [
      "my.csv", "--seed", "7", "--actions=12", "--plant-bug", "sign-out", "--record", "a.jsonl",
    ])
    #expect(
      [run.source.path, "\(run.seed)", "\(run.actions)", run.plantedBug?.name, run.recordPath]
        == ["my.csv", "7", "12", "sign-out", "a.jsonl"])
    let replay = try Options(arguments: ["--replay", "a.jsonl", "--page=a.html", "--plant-bug"])
    #expect(
      [replay.replayPath, replay.pagePath, replay.plantedBug?.name]
        == ["a.jsonl", "a.html", PlantedBug.standard.name])
    let bug = try Options(arguments: ["--plant-bug", "my.csv", "--seed", "5"])
    #expect([bug.source.path, bug.plantedBug?.name] == ["my.csv", PlantedBug.standard.name])
  }

  private static let refused: [(arguments: [String], reason: String)] = [
    (["--frobnicate"], "unknown option --frobnicate"),
    (["--page", "a.html", "--record", "a"], "--page shows a recording: --replay it"),
    (["--replay", "a", "--seed", "1"], "--replay runs what was recorded, without --seed"),
    (["--replay", "a", "my.csv"], "--replay runs what was recorded, without FILE"),
    (["--record", "--seed"], "--record needs a file"),
    (["--replay", "a", "--page", "./a"], "--replay and --page name the same file ./a"),
    (["a", "--record", "./a"], "FILE and --record name the same file ./a"),
    (["--help=yes"], "--help takes no value"), ([""], "the name of the file is empty"),
    (["a.csv", "b.csv"], "only one file is allowed: 'b.csv' is another"),
    (["--seed"], "--seed needs a whole number from 0"),
  ]
  private static let numbers = [
    ("--seed", "-1"), ("--seed", "abc"), ("--actions", "0"), ("--actions", "1.5"),
    ("--actions", "1000001"),
  ].map { option, text in
    let range = option == "--seed" ? "whole number from 0" : "number from 1 to 1000000"
    return (arguments: [option, text], reason: "\(option) needs a \(range)")
  }
  private static let bugs = [["--plant-bug", "typo"], ["--plant-bug=typo"]].map {
    let names = PlantedBug.all.map(\.name).joined(separator: ", ")
    return (arguments: $0, reason: "there is no bug 'typo'; the bugs are \(names)")
  }

  @Test(arguments: refused + numbers + bugs)
  func whatCannotBeMeantIsRefusedWithTheReason(arguments: [String], reason: String) {
    #expect(throws: UsageError(reason)) { try Options(arguments: arguments) }
  }
}
