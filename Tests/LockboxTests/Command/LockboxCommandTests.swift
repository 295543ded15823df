import CommandLineSupport
import Foundation
import ReferenceRedux
import StoreContract
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct LockboxCommandTests {
  @Test func aSessionOfTheSampleMatchesAndReachesTheEnd() async {
    let result = await CommandRun.of("--actions", "200")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.out.components(separatedBy: "   migrated        open   ").count == 6)
    let words = result.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in [
      "200 logins from the sample", "Everything matched", "now depends on ValueRedux alone.",
      "A gate requires 2 actions compared", "The footprint check of the old code, over 32 actions,",
      "actions, passes.",
    ] {
      #expect(words.contains(text), "\(words)")
    }
    #expect(!words.contains("closed") && !words.contains("SHRUNK"), "\(words)")
  }

  /// The default session, as README.md shows it.
  @Test(.enabled(if: TestVolume.isSoak))
  func theDefaultSessionSeesEveryTypeOfAction() async throws {
    let result = await CommandRun.of()
    let readme = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../README.md"), encoding: .utf8)
    let lines = result.out.split(separator: "\n").drop { !$0.hasPrefix("  slice ") }.prefix(7)
    #expect(lines.count == 7 && readme.contains(lines.joined(separator: "\n")), "\(result.out)")
    for slice in ["theme", "account", "routes", "library", "lists"] {
      let unseen = result.out.split(separator: "\n").filter {
        $0.contains("never seen    \(slice):")
      }
      #expect(unseen.allSatisfy { $0.hasSuffix(": items.imported") }, "\(unseen)")
    }
  }

  @Test func eachRowIsPrintedAsItIsMadeAndAStatusShownBetweenTheLines() async throws {
    let stores = LegacyStores()
    var shown: [String?] = []
    var actions: Set<Int> = []
    let terminal = Terminal(
      write: { _ in
        shown.append("a line")
        actions.insert(stores.store.statistics.actionsReduced)
      }, status: { shown.append($0) })
    let command = LockboxCommand(terminal: terminal, stores: stores)
    #expect(await command.run(arguments: ["--actions", "120"]) == 0)
    #expect(actions.contains(0), "the first row comes before the session")
    #expect(actions.count >= 12, "a row for each phase")
    #expect(shown.contains("importing 200 logins"))
    #expect(shown.contains { $0?.wholeMatch(of: /action \d+ of 120/) != nil })
    // No line follows a status on the terminal's own.
    let between = zip(shown, shown.dropFirst()).filter { $1 == "a line" }.map(\.0)
    #expect(between.allSatisfy { $0 == nil || $0 == "a line" })
  }

  @Test func aSliceWithAMismatchAtLeadIsTakenBack() async {
    let result = await CommandRun.of(
      "--actions", "600", "--seed", "4", "--plant-bug", "wrong-date", logins: 40)
    #expect(result.status == 1)
    for text in [
      "FIRST MISMATCH  slice library, at stage lead",
      "migrated      migrated      migrated      legacy ", "The two sides differ: library (",
    ] {
      #expect(result.out.contains(text), "\(result.out)")
    }
  }

  @Test(arguments: [
    (["--actions", "1"], "A gate requires 1 action compared"),
    (["--actions", "6"], "A gate requires 1 action compared"),
    (["--actions", "2", "--plant-bug"], "This session did not reveal the planted bug"),
  ])
  func aShortSessionIsFine(arguments: [String], text: String) async {
    let result = await CommandRun.of(arguments)
    #expect(result.status == 0)
    #expect(result.out.contains(text), "\(result.out)")
  }

  @Test func aWrongCommandLineIsAnErrorThatNamesTheHelp() async {
    let result = await CommandRun.of("--frobnicate")
    #expect(result.status == 2)
    #expect(
      result.error == "Lockbox: unknown option --frobnicate\nTry 'swift run Lockbox --help'.")
    #expect(result.out == "")
  }

  /// Short sessions that reveal each bug, and the fewest actions that do.
  private nonisolated static let sessions = [
    ("threshold", "2", 4), ("sign-out", "1", 2), ("stuck-sign-in", "2", 2),
    ("other-window", "2", 5),
    ("lost-signal", "2", 2), ("copied-twice", "2", 1), ("wrong-date", "2", 1),
  ]

  @Test(arguments: TestVolume.cases(of: sessions, oneIn: 4, sanitized: 5))
  func eachPlantedBugIsFoundAndShrunk(name: String, seed: String, fewest: Int) async {
    let result = await CommandRun.of(
      "--plant-bug", name, "--seed", seed, "--actions", "600", logins: 40)
    #expect(result.status == 1)
    #expect(result.error == "")
    for text in [
      "FIRST MISMATCH", "after action", "at path", "old code", "new code", name, "   closed   ",
      "SHRUNK  \(fewest) of ", "AS A TEST",
    ] {
      #expect(result.out.contains(text), "\(result.out)")
    }
    #expect(result.out.hasSuffix("  }"))
    #expect(!result.out.contains("Everything matched"))
    for login in SampleLogins.all where result.out.contains(login.password.reveal()) {
      Issue.record("a password of the sample is printed")
    }
  }
}
