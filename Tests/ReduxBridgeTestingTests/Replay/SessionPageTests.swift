import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The page of a session, without a browser: what it holds, and that nothing in it becomes markup.
@Suite("The page of a session")
struct SessionPageTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func page(
    _ actions: [KeyringAction], _ slice: Keyring.Slice = Keyring.logins, title: String = "Test"
  ) throws -> SessionPage {
    let store = MigrationStore(state: KeyringState(), entries: Keyring.entries())
    let recorder = try SessionRecorder(of: store, to: folder.file)
    for action in actions { store.dispatch(action) }
    try store.setStage(.shadow, of: Keyring.logins)
    try recorder.stop()
    let replay = try SessionReplay(folder.file, entries: Keyring.entries(slice)) { KeyringState() }
    return try SessionPage(replay, title: title) { action in
      if case .select = action { "A" } else { nil }
    }
  }

  /// What the script of a page reads.
  private func data(of page: SessionPage) throws -> [String: Any] {
    let begin = try #require(page.html.range(of: "id=\"data\">"))
    let end = try #require(
      page.html.range(of: "</script>", range: begin.upperBound..<page.html.endIndex))
    let json = Data(page.html[begin.upperBound..<end.lowerBound].utf8)
    var data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    // Each value and path stands once, and elsewhere its place.
    let values = try #require(data["values"] as? [Any])
    let paths = try #require(data["paths"] as? [Any])
    let rows = try #require(data["rows"] as? [[String: Any]])
    data["rows"] = rows.map { row in
      var row = row
      for name in ["a", "x"] { row[name] = (row[name] as? Int).map { values[$0] } }
      row["c"] = (row["c"] as? [[String: Any]])?.map { change in
        var change = change
        change["p"] = (change["p"] as? Int).map { paths[$0] }
        let elements = (change["n"] as? [Int])?.map { values[$0] }
        change["n"] = elements ?? (change["n"] as? Int).map { values[$0] }
        return change
      }
      return row
    }
    return data
  }

  @Test func aPageHoldsWhatEachActionChanged() throws {
    let page = try page([
      .add(id: 1, site: "a", password: Keyring.secret), .setDark(true), .launch, .remove(id: 1),
    ])
    let data = try data(of: page)
    #expect(data["slices"] as? [String] == ["logins", "theme", "outside of slices"])
    let rows = try #require(data["rows"] as? [[String: Any]])
    #expect(rows.count == 4)
    let changes = rows.map { ($0["c"] as? [[String: Any]]) ?? [] }
    #expect(changes.map(\.count) == [1, 1, 1, 1])
    #expect(changes[2][0]["s"] as? Int == 2)
    #expect(changes[2][0]["p"] as? [String] == ["launches"])
    #expect(changes[2][0]["n"] as? Int == 1)
    let start = try #require(data["start"] as? [String: Any])
    #expect((start["outside of slices"] as? [String: Int]) == ["launches": 0])
    #expect(changes[0][0]["i"] as? Int == 0)
    #expect((changes[0][0]["n"] as? [[String: Any]])?[0]["site"] as? String == "a")
    #expect(changes[1][0]["p"] as? [String] == ["isDark"])
    #expect((changes[3][0]["n"] as? [Any])?.isEmpty == true)
    #expect(!page.html.contains(Keyring.secret))
    #expect(page.html.contains("logins: legacy after action 0, shadow after action 4"))
    #expect(rows.map { $0["x"] as? String }[1...2] == [".setDark(true)", ".launch"])
    #expect(page.html.contains("<p class=\"finding\">Both sides agree in 8 comparisons.</p>"))
    #expect(!page.html.contains("id=\"copy\""))
  }

  @Test func aSessionFromBeforeTheFirstSliceIsOneOfTheOldSide() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    for action in [KeyringAction.setDark(true), .select(id: 3)] { store.dispatch(action) }
    try recorder.stop()
    let replay = try SessionReplay(folder.file, entries: Keyring.entries()) { KeyringState() }
    let page = try SessionPage(replay, title: "Old") { action in
      if case .select(let id) = action { id.map { "window \($0)" } } else { nil }
    }
    for slice in ["logins", "theme"] {
      #expect(page.html.contains("aria-label=\"\(slice): legacy after action 0\""))
    }
    #expect(page.html.contains("width:100.0%\">legacy</i>"))
    let choices = ["<select", "</select>"].map { page.html.components(separatedBy: $0).count - 1 }
    #expect(choices == [2, 2])
    let data = try data(of: page)
    #expect(data["windows"] as? [String] == ["window 3"])
    #expect(data["types"] as? [String] == ["setDark", "select"])
    let rows = try #require(data["rows"] as? [[String: Any]])
    #expect(rows.map { $0["w"] as? Int } == [nil, 0])
    #expect(rows.map { $0["t"] as? Int } == [0, 1])
  }

  @Test func aMismatchIsShownWithBothSides() throws {
    let broken = Keyring.logins(value: { value, action in
      if case .select = action { value.selected = 99 }
    })
    let page = try page([.launch, .select(id: 1)], broken.gate(Gate(compared: 9)))
    for name in ["launch", "select"] {
      #expect(page.html.contains("<th scope=\"row\">\(name)</th>"))
    }
    #expect(page.html.contains("2 of 9 actions compared"))
    #expect(page.html.contains("<i class=\"fault\" style=\"left:50.0%\"></i></div>"))
    let data = try data(of: page)
    let found = try #require((data["mismatches"] as? [[String: Any]])?.first)
    #expect(found["n"] as? Int == 2)
    #expect(found["slice"] as? String == "logins")
    #expect(found["legacy"] as? String == "nothing")
    #expect(found["value"] as? String == "99")
    #expect((data["rows"] as? [[String: Any]])?[1]["w"] as? Int == 0)
    #expect(
      page.html.contains(
        "<p class=\"finding\">logins.selected differs from action 2 on: old nothing, new 99</p>"))
    #expect(
      page.html.contains("replay = try SessionReplay(file, entries: entries) { KeyringState() }"))
  }

  @Test func nothingBecomesMarkup() throws {
    let hostile = "\"\u{301}><script>alert(1)</script><!--\u{2028}'&"
    let page = try page([.add(id: 1, site: hostile, password: "")], title: hostile)
    // The page's own two.
    #expect(page.html.components(separatedBy: "<script").count == 3)
    #expect(page.html.components(separatedBy: "</script").count == 3)
    #expect(!page.html.contains("<!--"))
    #expect(page.html.contains("<title>&quot;\u{301}&gt;&lt;script"))
    let rows = try #require(data(of: page)["rows"] as? [[String: Any]])
    #expect((rows[0]["x"] as? String)?.contains("<script>alert(1)</script>") == true)
  }

  private struct Bare: Equatable, Sendable {
    struct Token: Equatable, Sendable, Encodable, Redactable {
      var letters: String
    }

    var list: [Token] = []
    var byName: [String: Int] = [:]
    var choice: Result<Int, Never>?
  }

  @Test func valuesThatAreNotCodableAreShownWithTheirSecretsAsTokens() throws {
    let slice = StateSlice<KeyringState, KeyringAction, Bare>(
      "bare",
      projection: Projection(
        read: { state in
          Bare(
            list: state.logins.map { .init(letters: $0.password) },
            byName: Dictionary(uniqueKeysWithValues: state.logins.map { ($0.site, $0.id) }),
            choice: state.selected.map { .success($0) })
        }, write: { _, _ in }), legacy: [Keyring.loginBlock], reducer: Reducer { _, _ in })
    let actions: [KeyringAction] = [
      .add(id: 1, site: "a", password: Keyring.secret), .select(id: 1),
      .editPassword(id: 1, to: "other"),
    ]
    var options = SessionRecorder.Options()
    options.seed = 7
    try SessionRecording.write(actions, to: folder.file, options: options)
    let replay = try SessionReplay(folder.file, entries: [.slice(slice)]) { KeyringState() }
    let page = try SessionPage(replay, on: .legacy, title: "")
    #expect(page.html.contains("seed 7"))
    let data = try data(of: page)
    let rows = try #require(data["rows"] as? [[String: Any]])
    let paths = rows.map { row in
      (row["c"] as? [[String: Any]] ?? []).map {
        ($0["p"] as? [String] ?? []).joined(separator: ".")
      }
    }
    #expect(paths == [["list", "byName.a"], ["choice"], ["list.0.letters"]])
  }

  /// An action again adds its row alone, and a state is a change of the one before.
  @Test func whatRepeatsStandsOnce() throws {
    let long = String(repeating: "long", count: 500)
    func size(_ rounds: Int) throws -> Int {
      try page(
        (0..<rounds).flatMap { _ in [.add(id: 1, site: long, password: ""), .remove(id: 1)] }
      ).html.utf8.count
    }
    #expect(try size(40) - size(20) < 20 * 200)
  }

  @Test func aPageIsPrivate() throws {
    let file = folder.url.appendingPathComponent("page.html")
    try page([.launch]).write(to: file)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
