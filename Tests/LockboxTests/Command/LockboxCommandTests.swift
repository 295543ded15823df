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
    let words = result.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in [
      "200 logins from the sample", "Everything matched", "now depends on ValueRedux alone.",
      "A gate requires 2 actions compared",
      "those never seen are not proved. The footprint check", "over 32 actions, passes.",
    ] {
      #expect(words.contains(text), "\(result.out)")
    }
    #expect(words.components(separatedBy: " migrated open ").count == 6)
    let help = Options.help.split(separator: "\n")
    #expect((result.out.split(separator: "\n") + help).filter { $0.count > 80 } == [])
    #expect(!words.contains(/closed|SHRUNK/), "\(result.out)")
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
    let unseen = result.out.split(separator: "\n").filter { $0.contains("never seen    ") }
    #expect(unseen.allSatisfy { $0.hasSuffix(": items.imported") }, "\(unseen)")
  }

  @Test func eachRowIsPrintedAsItIsMadeAndBetweenThemWhatTheProgramWorksAt() async {
    let stores = LegacyStores()
    var actions: [Int] = []
    var shown: [String?] = []
    let terminal = Terminal(
      write: { _ in
        actions.append(stores.store.statistics.actionsReduced)
        shown.append("a line")
      }, status: { shown.append($0) })
    let command = LockboxCommand(terminal: terminal, stores: stores)
    #expect(await command.run(arguments: ["--actions", "120"]) == 0)
    #expect(actions.first == 0, "the first row comes before the session")
    #expect(Set(actions).count >= 12, "a row for each phase")
    #expect(shown.first == "reading the sample")
    #expect(shown.contains("importing 200 logins"))
    #expect(shown.contains { $0?.wholeMatch(of: /action .* of 120/) != nil })
    // No line follows a status on the terminal's own.
    for (before, after) in zip(shown, shown.dropFirst()) where after == "a line" {
      #expect(before == nil || before == "a line")
    }
  }

  @Test func aSliceWithAMismatchAtLeadIsTakenBack() async throws {
    let result = try await CommandRun.on(
      beginningOfSample(), "--actions", "600", "--seed", "4", "--plant-bug", "wrong-date")
    #expect(result.status == 1)
    for text in [
      "FIRST MISMATCH  slice library, at stage lead",
      "migrated   migrated   migrated   legacy ", "The two sides differ: library (",
    ] {
      #expect(result.out.contains(text), "\(result.out)")
    }
  }

  @Test(arguments: [
    ("--actions=1", "--seed=57", "A gate requires 1 action compared"),
    ("--actions=6", "--seed=57", "A gate requires 1 action compared"),
    ("--actions=2", "--plant-bug", "This session did not reveal the planted bug"),
  ])
  func aShortSessionOfAFileOfOnesOwnIsFine(actions: String, option: String, text: String)
    async throws
  {
    let result = try await CommandRun.on(beginningOfSample(), actions, option)
    #expect(result.status == 0)
    #expect(result.out.contains("40 logins from FILE"))
    #expect(result.out.contains(text), "\(result.out)")
  }

  @Test func nothingOfAFileReachesTheTerminalRaw() async throws {
    let evil = "\u{1B}]0;owned\u{7}\r\u{9B}31m\u{202E}"
    let rows = (0..<3).map { "\"https://\($0)\(evil)\",ada,secret,,\"{\($0)\(evil)}\",1,2" }
    let result = try await CommandRun.on(
      export(rows), "--actions", "600", "--plant-bug", "wrong-date", "--seed", "1")
    #expect(result.status == 1)
    #expect(result.out.contains("SHRUNK"))
    let controls: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\r", "\u{9B}", "\u{202E}"]
    #expect(result.text.unicodeScalars.filter(controls.contains).isEmpty)
  }

  @Test(arguments: [
    ("/nowhere/logins.csv", "/nowhere/logins.csv: there is no such file"),
    ("/dev/zero", "/dev/zero: the file is longer than 32 MB, so it is no logins export"),
    ("--frob\u{7}", "unknown option --frob\\u{07}\nTry 'swift run Lockbox --help'."),
  ])
  func whatCannotRunIsAnError(argument: String, error: String) async {
    let expected = CommandRun(status: 2, out: "", error: "Lockbox: \(error)")
    #expect(await CommandRun.of(argument) == expected)
  }

  /// Short sessions that reveal each bug, and the fewest actions that do.
  private nonisolated static let sessions = [
    ("threshold", "2", 4), ("sign-out", "1", 2), ("stuck-sign-in", "2", 2),
    ("other-window", "2", 5), ("lost-signal", "2", 2), ("copied-twice", "2", 1),
    ("wrong-date", "2", 1),
  ]

  @Test(arguments: TestVolume.cases(of: sessions, oneIn: 4, sanitized: 5))
  func eachPlantedBugIsFoundAndShrunk(name: String, seed: String, fewest: Int) async throws {
    let file = try beginningOfSample()
    let result = try await CommandRun.on(
      file, "--plant-bug", name, "--seed", seed, "--actions", "600")
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
    for login in try LoginsFile.logins(from: Array(file.utf8))
    where result.out.contains(login.password.reveal()) {
      Issue.record("a password of the sample is printed")
    }
  }
}
