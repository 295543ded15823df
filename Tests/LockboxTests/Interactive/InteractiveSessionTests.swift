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
    for text in ["The app now depends on ValueRedux alone.", "username          new"] {
      #expect(out.contains(text), "\(out)")
    }
  }

  @Test func loginsAreShownWithTheirControlCharactersEscaped() async {
    let (_, out) = await run(
      ["signin", "list", "open 3", "back", "filter \u{1B}[31m"],
      and: [.sample("evil\u{1B}[2J\nroot# ")])
    #expect(out.contains(#"evil\u{1B}[2J\nroot# .example.com"#))
    #expect(!out.contains("\u{1B}"))
  }

  private nonisolated static let onValueStore =
    LockboxSlices.order.map { "stage \($0) migrated anyway" } + ["finish"]
  private nonisolated static let brightness = Array(
    repeating: "theme brightness 0.2", count: 20)

  @Test(arguments: [
    // A sign-in that never ends leaves the prompt usable.
    (
      onValueStore + ["signin \(SessionWords.unknownEmail)", "help"], "stuck-sign-in",
      ["Signing in as \(SessionWords.unknownEmail)", "edit username|password TEXT"]
    ),
    // Windows are used one at a time.
    (
      ["signin", "window side", "settings", "theme dark", "close", "list"], nil,
      ["── side ──", "by hand           dark"]
    ),
    // An open gate lets through.
    (
      ["stage theme shadow"] + brightness + ["stage theme lead"], nil,
      ["theme     lead     open           20            0"]
    ),
  ])
  func aSessionAtThePromptShows(lines: [String], bug: String?, texts: [String]) async {
    let (_, out) = await run(lines, plant: bug)
    for text in texts { #expect(out.contains(text), "\(out)") }
  }
}
