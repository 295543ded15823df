import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct InteractiveSessionTests {
  private func run(
    _ lines: [String], plant bug: String? = nil, and more: [LoginRecord] = []
  ) async -> (Bool, String) {
    let streams = Streams()
    var options = Options()
    options.plantedBug = bug.flatMap(PlantedBug.named)
    var rest = lines[...]
    let logins: [LoginRecord] = [
      .sample("b", password: "hunter2"), .sample("a", realm: "Staff"),
    ]
    let terminal = streams.terminal { rest.popFirst() }
    let session = InteractiveSession(terminal, options: options, logins: logins + more)
    let isAllMatched = await session.run()
    return (isAllMatched, streams.out)
  }

  @Test func allSlicesCanBeMovedAndTheAppFinished() async {
    let moves = ["shadow", "lead", "migrated"].flatMap { stage in
      LockboxSlices.order.map { "stage \($0) \(stage) anyway" } + ["filter \(stage)"]
    }
    let (isAllMatched, out) = await run(
      ["signin"] + moves + ["finish", "filter a", "open 1", "edit username new", "back", "stage"])
    #expect(isAllMatched)
    #expect(out.contains("The app now depends on ValueRedux alone."))
    #expect(out.contains("username          new"))
  }

  @Test func loginsAreShownWithTheirControlCharactersEscaped() async {
    let (_, out) = await run(
      ["signin", "list", "open 3", "back", "filter \u{1B}[31m"],
      and: [.sample("evil\u{1B}[2J\nroot# ")])
    #expect(out.contains(#"evil\u{1B}[2J\nroot# .example.com"#))
    #expect(!out.contains("\u{1B}"))
  }

  @Test func aSignInThatNeverEndsOnTheValueStoreLeavesThePromptUsable() async {
    let moves = LockboxSlices.order.map { "stage \($0) migrated anyway" }
    let refused = "signin \(SessionWords.unknownEmail)"
    let (_, out) = await run(moves + ["finish", refused, "help"], plant: "stuck-sign-in")
    #expect(out.contains("Signing in as \(SessionWords.unknownEmail)"))
    #expect(out.contains("edit username|password TEXT"))
  }

  @Test func windowsAreUsedOneAtATime() async {
    let (_, out) = await run(["signin", "window side", "settings", "theme dark", "close", "list"])
    #expect(out.contains("── side ──"))
    #expect(out.contains("by hand           dark"))
  }

  @Test func anOpenGateLetsThrough() async {
    let changes = Array(repeating: "theme brightness 0.2", count: 20)
    let (_, out) = await run(["stage theme shadow"] + changes + ["stage theme lead"])
    #expect(out.contains("theme     lead     open           20            0"))
  }
}
