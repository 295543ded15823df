import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct OptionsTests {
  private func options(_ arguments: String...) throws -> Options {
    try Options(arguments: arguments)
  }

  private func refusal(_ arguments: String...) -> String? {
    let error = #expect(throws: UsageError.self) { try Options(arguments: arguments) }
    return error?.description
  }

  @Test func everyOptionIsRead() throws {
    let options = try options("my.csv", "--seed", "7", "--actions=12", "--plant-bug", "sign-out")
    #expect(options.source == .file(path: "my.csv"))
    #expect(options.seed == 7)
    #expect(options.actions == 12)
    #expect(options.plantedBug?.name == "sign-out")
  }

  @Test func sessionsHaveFiles() throws {
    #expect(try options("--record", "a.jsonl").recordPath == "a.jsonl")
    let replayed = try options("--replay", "a.jsonl", "--page=a.html", "--plant-bug")
    #expect(replayed.replayPath == "a.jsonl")
    #expect(replayed.pagePath == "a.html")
    #expect(refusal("--page", "a.html", "--record", "a.jsonl")?.contains("--replay") == true)
    #expect(refusal("--replay", "a.jsonl", "--seed", "1")?.contains("without --seed") == true)
    #expect(refusal("--replay", "a.jsonl", "my.csv") != nil)
    #expect(refusal("--record", "a.jsonl", "--interactive") != nil)
    #expect(refusal("--record", "--seed") == "--record needs a file")
  }

  @Test func oneFileForTwoPurposesIsRefused() throws {
    let folder = NSTemporaryDirectory()
    let (file, same) = (folder + "/a", folder + "/./a")
    #expect(refusal("--replay", file, "--page", same)?.contains("name the same file") == true)
    #expect(refusal(file, "--record", same)?.hasPrefix("FILE and --record name") == true)
    #expect(throws: Never.self) { try options("--replay", file, "--page", folder + "/b") }
  }

  @Test func aBugWithoutANameIsTheStandardOne() throws {
    #expect(try options("--plant-bug").plantedBug?.name == PlantedBug.standard.name)
    #expect(try options("--plant-bug", "--seed", "1").plantedBug?.name == PlantedBug.standard.name)
  }

  @Test func anUnknownBugIsRefusedWithTheNamesOfAll() throws {
    for message in [refusal("--plant-bug", "typo"), refusal("--plant-bug=typo")] {
      let message = try #require(message)
      for bug in PlantedBug.all { #expect(message.contains(bug.name)) }
    }
  }

  @Test func valuesAreChecked() {
    #expect(refusal("--seed") == "--seed needs a whole number from 0")
    #expect(refusal("--seed", "-1") != nil)
    #expect(refusal("--seed", "abc") != nil)
    #expect(refusal("--actions", "0") != nil)
    #expect(refusal("--actions", "1.5") != nil)
    #expect(refusal("--actions", "1000001") != nil)
    #expect(refusal("--help=yes") != nil)
    #expect(refusal("") == "the name of the file is empty")
  }

  @Test func aSessionAtThePromptHasNoLength() throws {
    #expect(refusal("--interactive", "--actions", "5") != nil)
    #expect(try options("-i", "--seed", "5").isInteractive)
  }
}
