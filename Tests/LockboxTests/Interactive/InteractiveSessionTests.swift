import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct InteractiveSessionTests {
  /// Performs the lines; returns whether no mismatch was found, and what the terminal shows.
  private func run(
    _ lines: [String], plant bug: String? = nil, and more: [LoginRecord] = [],
    isEchoed: Bool = false
  ) async -> (isAllMatched: Bool, out: String) {
    let streams = Streams()
    var options = Options()
    options.seed = 2023
    options.plantedBug = bug.flatMap(PlantedBug.named)
    var rest = lines[...]
    let logins: [LoginRecord] = [.sample("b", password: "hunter2"), .sample("a", realm: "Staff")]
    let terminal = streams.terminal {
      let line = rest.popFirst()
      if isEchoed, let line { streams.write(line + "\n") }
      return line
    }
    let session = InteractiveSession(terminal, options: options, logins: logins + more)
    return (await session.run(), streams.out)
  }

  @Test func aSessionThatFindsAPlantedBug() async {
    let expected = """
      Type help for a list of the commands, q to leave.
      ── main ── ○ light ──
      Welcome. Sign in to see your logins.
      > unlock
      ── main ── ○ light ──
      Welcome. Sign in to see your logins.
      > open 1
      There is no such row.
      > signin stranger@mail.example
      ── main ── ○ light ──
      That account was refused.
      > signin
      ── main ── ○ light ──
      2 of 2 logins, by title
      1  a.example.com  ada · Staff
      2  b.example.com  ada
      > frobnicate
      Unknown command. Type help for a list of the commands.
      > copy password
      There is no such control here. The list has: filter [TEXT], sort title|used,
      open N, sync, settings, lock.
      > filter b.ex
      ── main ── ○ light ──
      1 of 2 logins with 'b.ex', by title
      1  b.example.com  ada
      > filter
      ── main ── ○ light ──
      2 of 2 logins, by title
      1  a.example.com  ada · Staff
      2  b.example.com  ada
      > stage library shadow
      slice     stage    gate     compared   mismatches
      ─────────────────────────────────────────────────
      theme     legacy   closed          0            0
      account   legacy   closed          0            0
      routes    legacy   closed          0            0
      library   shadow   closed          0            0
      lists     legacy   closed          0            0
      > open 2
      ── main ── ○ light ──
      b.example.com
      site              https://b.example.com
      username          ada
      password          ••••••••
      realm             none
      last used         1970-01-01T00:00:00Z
      password changed  1970-01-01T00:00:00Z
      > copy password
      ── main ── ○ light ──
      b.example.com
      site              https://b.example.com
      username          ada
      password          ••••••••
      realm             none
      last used         2023-11-14T22:14:16Z
      password changed  1970-01-01T00:00:00Z
      Copied the password.
      > edit password hunter3
      ── main ── ○ light ──
      b.example.com
      site              https://b.example.com
      username          ada
      password          ••••••••
      realm             none
      last used         2023-11-14T22:14:16Z
      password changed  2023-11-14T22:14:23Z
      Copied the password.
      > edit username eve
      ── main ── ○ light ──
      b.example.com
      site              https://b.example.com
      username          eve
      password          ••••••••
      realm             none
      last used         2023-11-14T22:14:16Z
      password changed  2023-11-14T22:14:23Z
      Copied the password.
      FIRST MISMATCH  slice library, at stage shadow
        after action  12  .items(.edited(LoginID("{b}"), .username("eve"), at:
                      Date(timeIntervalSince1970: 1700000070.0)))
        at path       logins.0.passwordChanged
        old code      Date(timeIntervalSince1970: 1700000063.0)
        new code      Date(timeIntervalSince1970: 1700000070.0)
      > stage library lead
      The gate of library is closed: 4 of 20 actions compared; 1 mismatch, 0 allowed.
      To override it: stage library lead anyway
      > back
      ── main ── ○ light ──
      2 of 2 logins, by title
      1  a.example.com  ada · Staff
      2  b.example.com  eve
      > lock
      ── main ── ○ light ──
      Locked by Ada.
      > finish
      Not every slice is migrated yet.
      ── main ── ○ light ──
      Locked by Ada.
      > help
      welcome    signin [EMAIL]   unlock
                 here no sign-in fails by chance; to see a simulated refusal:
                 signin stranger@mail.example
      list       list   filter [TEXT]   sort title|used   open N   sync
                 settings   lock
      login      copy username|password   edit username|password TEXT   delete   back
      settings   theme light|dark   theme system on|off   theme auto on|off
                 theme threshold 0.4   signout   back
      device     theme brightness 0.2   theme device light|dark
      windows    window main|side   close
      migration  stage   stage SLICE legacy|shadow|lead|migrated   finish
                 slices: theme, account, routes, library, lists
                 at shadow both sides run and are compared; the old answer counts
                 lead and migrated take 20 compared actions and no mismatch
                 stage SLICE lead anyway   overrides a closed gate
                 finish moves the app to the value store, when all slices migrated
      other      help   q, quit, exit
      > q
      SHRUNK  1 of 7 actions shows it:
          .items(.edited(LoginID("{b}"), .username("e"), at:
          Date(timeIntervalSince1970: 1700000070.0)))

      AS A TEST  to paste into Tests/LockboxTests; it fails until both sides agree.

      @Test func libraryAgreesAfterItemsEdited() throws {
        let actions: [LockboxAction] = [
          .items(ItemAction.edited(LoginID("{b}"), LoginEdit.username("e"), at: Date(timeIntervalSince1970: 1700000070.0))),
        ]
        let check = ParityCheck(LockboxSlices(modern: ModernCode(planted: .named("wrong-date"))).library) { try LockboxState(loginsOf: .sample) }
        #expect(try check.firstMismatch(after: actions) == nil)
      }
      """
    let inputs = expected.matches(of: /(?m)^> (.*)/).map { String($0.1) }
    let (isAllMatched, out) = await run(inputs, plant: "wrong-date", isEchoed: true)
    #expect(!isAllMatched)
    #expect(out.split(separator: "\n") == expected.split(separator: "\n"))
  }

  @Test func helpFitsAScreen() {
    let lines = InteractiveSession.helpText.split(separator: "\n")
    #expect(lines.count < 24 && lines.allSatisfy { $0.count <= 80 })
  }

  @Test func loginsAreShownWithTheirControlCharactersEscaped() async {
    let (_, out) = await run(
      ["signin", "list", "open 3", "back", "filter \u{1B}[31m"],
      and: [.sample("evil\u{1B}[2J\nroot# ")])
    #expect(out.contains(#"evil\u{1B}[2J\nroot# .example.com"#))
    #expect(!out.contains("\u{1B}"))
  }

  private nonisolated static let moves = ["shadow", "lead", "migrated"].flatMap { stage in
    LockboxSlices.order.map { "stage \($0) \(stage) anyway" } + ["filter \(stage)"]
  }
  private nonisolated static let brightness = Array(repeating: "theme brightness 0.2", count: 20)

  @Test(arguments: [
    // All slices can be moved and the app finished.
    (
      ["signin"] + moves + ["finish", "filter a", "open 1", "edit username new", "back", "stage"],
      nil, ["The app now depends on ValueRedux alone.", "username          new"]
    ),
    // A sign-in that never ends leaves the prompt usable.
    (
      moves + ["finish", "signin \(SessionWords.unknownEmail)", "help"], "stuck-sign-in",
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
    let (isAllMatched, out) = await run(lines, plant: bug)
    #expect(isAllMatched)
    for text in texts { #expect(out.contains(text), "\(out)") }
  }
}
