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
    #expect(result.out.contains("200 logins from the sample"))
    #expect(result.out.contains("Everything matched"))
    #expect(result.out.contains("now depends on ValueRedux alone."))
    #expect(result.out.components(separatedBy: "   migrated        open   ").count == 6)
    #expect(result.out.contains("A gate requires 2 actions compared"))
    let words = result.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("those never seen are not proved. The footprint check"))
    #expect(words.contains("over 32 actions, passes."))
    #expect(!result.out.contains("closed"))
    #expect(!result.out.contains("SHRUNK"))
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

  @Test func eachRowIsPrintedAsItIsMade() async throws {
    let stores = LegacyStores()
    var actions: [Int] = []
    let terminal = Terminal(
      write: { _ in actions.append(stores.store.statistics.actionsReduced) })
    let command = LockboxCommand(terminal: terminal, stores: stores)
    #expect(await command.run(arguments: ["--actions", "120"]) == 0)
    #expect(actions.first == 0, "the first row comes before the session")
    #expect(Set(actions).count >= 12, "a row for each phase")
  }

  @Test func theProgramShowsWhatItWorksAtBetweenItsLines() async {
    var shown: [String?] = []
    let terminal = Terminal(write: { _ in shown.append("a line") }, status: { shown.append($0) })
    let command = LockboxCommand(terminal: terminal, stores: LegacyStores())
    #expect(await command.run(arguments: ["--actions", "30"]) == 0)
    #expect(shown.first == "reading the sample")
    #expect(shown.contains("importing 200 logins"))
    #expect(shown.contains { $0?.hasSuffix(" of 30") == true && $0?.hasPrefix("action ") == true })
    // No line follows a status on the terminal's own.
    for (before, after) in zip(shown, shown.dropFirst()) where after == "a line" {
      #expect(before == nil || before == "a line")
    }
  }

  @Test func aSliceWithAMismatchAtLeadIsTakenBack() async throws {
    let result = try await CommandRun.on(
      beginningOfSample(logins: 40), "--actions", "600", "--seed", "4", "--plant-bug", "wrong-date")
    #expect(result.status == 1)
    #expect(result.out.contains("FIRST MISMATCH  slice library, at stage lead"))
    #expect(result.out.contains("migrated      migrated      migrated      legacy "))
    #expect(result.out.contains("The two sides differ: library ("))
  }

  @Test func aShortSessionOfAFileOfOnesOwnIsFine() async throws {
    let file = try beginningOfSample(logins: 40)
    for count in [1, 6] {
      let result = try await CommandRun.on(file, "--actions", "\(count)")
      #expect(result.status == 0)
      #expect(result.out.contains("40 logins from"))
      #expect(result.out.contains("A gate requires 1 action compared"))
    }
  }

  @Test func nothingOfAFileReachesTheTerminalRaw() async throws {
    let evil = "\u{1B}]0;owned\u{7}\r\u{9B}31m\u{202E}"
    let rows = (0..<3).map { CSVWriting.row(url: "https://\($0)\(evil)", guid: "{\($0)\(evil)}") }
    let result = try await CommandRun.on(
      CSVWriting.export(rows), "--actions", "600", "--plant-bug", "wrong-date", "--seed", "1")
    #expect(result.status == 1)
    for scalar in ["\u{1B}", "\u{7}", "\r", "\u{9B}", "\u{202E}"] as [Unicode.Scalar] {
      #expect(!result.text.unicodeScalars.contains(scalar), "\(scalar.value)")
    }
    #expect(result.out.contains("SHRUNK"))
  }

  @Test(arguments: [
    ("/nowhere/logins.csv", ["/nowhere/logins.csv: there is no such file"]),
    ("--frobnicate", ["--frobnicate", "--help"]),
  ])
  func whatCannotRunIsAnError(argument: String, says words: [String]) async {
    let result = await CommandRun.of(argument)
    #expect(result.status == 2)
    #expect(words.allSatisfy { result.error.contains($0) })
    #expect(result.out == "")
  }

  @Test func aBrokenFileIsAnErrorThatNamesLineAndColumn() async throws {
    let rows = [CSVWriting.row(guid: "{1}"), CSVWriting.row(guid: "{2}", time: "yesterday")]
    let result = try await CommandRun.on(CSVWriting.export(rows))
    #expect(result.status == 2)
    #expect(result.error.contains("line 3, column \"timeLastUsed\""))
    #expect(result.out == "")
  }

  /// Short sessions that reveal each bug, and the fewest actions that do.
  private nonisolated static let sessions = [
    ("threshold", "2", 4), ("sign-out", "1", 2), ("stuck-sign-in", "2", 2),
    ("other-window", "2", 5),
    ("lost-signal", "2", 2), ("copied-twice", "2", 1), ("wrong-date", "2", 1),
  ]

  @Test(arguments: TestVolume.cases(of: sessions, oneIn: 4, sanitized: 5))
  func eachPlantedBugIsFoundAndShrunk(name: String, seed: String, fewest: Int) async throws {
    let file = try beginningOfSample(logins: 40)
    let result = try await CommandRun.on(
      file, "--plant-bug", name, "--seed", seed, "--actions", "600")
    #expect(result.status == 1)
    #expect(result.error == "")
    for label in ["FIRST MISMATCH", "after action", "at path", "old code", "new code", name] {
      #expect(result.out.contains(label))
    }
    #expect(result.out.contains("   closed   "))
    #expect(result.out.contains("SHRUNK  \(fewest) of "))
    #expect(result.out.contains("AS A TEST"))
    #expect(result.out.hasSuffix("  }"))
    #expect(!result.out.contains("Everything matched"))
    for login in try sampleLogins() where result.text.contains(login.password.reveal()) {
      Issue.record("a password of the sample is printed")
    }
  }

  @Test func aPlantedBugThatCannotShowIsSaidNotToHaveShown() async {
    let result = await CommandRun.of("--plant-bug", "--actions", "2")
    #expect(result.status == 0)
    #expect(result.out.contains("This session did not reveal the planted bug"))
  }
}
