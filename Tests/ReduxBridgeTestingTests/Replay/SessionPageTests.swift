import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

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
    let check = Keyring.check(Keyring.entries(slice))
    return try SessionPage(of: folder.file, check, title: title) { action in
      if case .select = action { "A" } else { nil }
    }
  }

  /// The data that the script of a page reads, without the tokens of secrets.
  private func data(of page: SessionPage) throws -> JSONValue {
    let text = try String(#require(page.html.firstMatch(of: /id="data">([^<]*)<\/script>/)).1)
      .replacing(/redacted-[0-9a-f]+/, with: "TOKEN")
    return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// The rows, one a line: number, action, and each change.
  private func rows(of page: SessionPage) throws -> String {
    guard case .array(let rows)? = try data(of: page)["rows"] else { return "" }
    return rows.map { row in
      guard case .array(let changes)? = row["changes"] else { return "" }
      return ([row["number"], row["text"] ?? row["type"]] + changes)
        .compactMap { $0?.text ?? $0?.jsonText }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  @Test func aPageHoldsWhatEachActionChanged() throws {
    let page = try page([
      .add(id: 1, site: "a", password: Keyring.secret), .setDark(true), .launch, .remove(id: 1),
    ])
    #expect(
      try rows(of: page) == #"""
        1 .add(id: 1, site: "a", password: "TOKEN") {"index":0,"new":[{"id":1,\#
        "password":"TOKEN","site":"a"}],"old":[],"path":["logins","logins"]}
        2 .setDark(true) {"new":true,"old":false,"path":["theme","isDark"]}
        3 .launch {"new":1,"old":0,"path":["outside of slices","launches"]}
        4 .remove(id: 1) {"index":0,"new":[],"old":[{"id":1,"password":"TOKEN","site":"a"}],\#
        "path":["logins","logins"]}
        """#)
    #expect(!page.html.contains(Keyring.secret))
    let data = try data(of: page)
    #expect(data["headline"]?.text == "Both sides agree in 8 comparisons: 3 changed a slice.")
    #expect(
      data["moves"]?["logins"]?.jsonText
        == #"[{"after":0,"row":0,"stage":"legacy"},{"after":4,"row":4,"stage":"shadow"}]"#)
  }

  @Test func aSessionFromBeforeTheFirstSliceIsOneOfTheOldSide() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    let actions: [KeyringAction] = [
      .setDark(true), .select(id: 3), .add(id: 1, site: "a", password: ""),
    ]
    for action in actions { store.dispatch(action) }
    try recorder.stop()
    func page(_ entries: [MigrationEntry<KeyringState, KeyringAction>], on side: Side? = nil) throws
      -> SessionPage
    {
      try SessionPage(of: folder.file, Keyring.check(entries), on: side, title: "")
    }
    let lane = #"[{"after":0,"row":0,"stage":"legacy"}]"#
    #expect(
      try data(of: page(Keyring.entries()))["moves"]?.jsonText
        == #"{"logins":\#(lane),"theme":\#(lane)}"#)
    let whole = try page([.blocks(Keyring.blocks)])
    #expect(try data(of: whole)["moves"]?.jsonText == #"{"state":\#(lane)}"#)
    #expect(
      try rows(of: whole) == #"""
        1 .setDark(true) {"new":true,"old":false,"path":["state","theme","isDark"]}
        2 .select(id: 3)
        3 .add(id: 1, site: "a", password: "") {"index":0,"new":[{"id":1,"password":"",\#
        "site":"a"}],"old":[],"path":["state","logins"]}
        """#)
    let outside = try page([.slice(Keyring.theme), .blocks([Keyring.loginBlock])])
    #expect(
      try rows(of: outside).hasSuffix(
        #"{"index":0,"new":[{"id":1,"password":"","site":"a"}],"old":[],"#
          + #""path":["outside of slices","logins"]}"#))
    // The writes of the last slice are none of them, although no block follows that sees them.
    let ofValues = try page(Keyring.entries().reversed(), on: .value)
    #expect(try !rows(of: ofValues).contains("outside of slices"))
  }

  /// All that a page says of one session, which has a gap, a move and a mismatch.
  @Test func aPageSaysWhatWasFound() throws {
    let lines = [
      #"{"kind":"header","format":1,"number":0,"app":"Keys","version":"2","seed":7,"#
        + #""stages":{"logins":"legacy","theme":"shadow"},"state":{"slices":{}}}"#,
      #"{"kind":"action","number":1,"type":"launch","action":{"launch":{}}}"#,
      #"{"kind":"gap","first":2,"last":3}"#,
      #"{"kind":"checkpoint","number":3,"state":{"slices":{"theme":{"value":{"isDark":true,"brightness":0.5}}}}}"#,
      #"{"kind":"stage","after":3,"slice":"logins","stage":"lead"}"#,
      #"{"kind":"action","number":4,"type":"select","action":{"select":{"id":2}}}"#,
      #"{"kind":"action","number":5,"type":"setBrightness","action":{"setBrightness":{"_0":0.25}}}"#,
    ]
    let broken = Keyring.logins(value: { value, action in
      if case .select = action { value.selected = 99 }
    })
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.file)
    let check = Keyring.check(Keyring.entries(broken.gate(Gate(compared: 9))))
    let page = try SessionPage(of: folder.file, check, title: "Ticket") { action in
      if case .select = action { "A" } else { nil }
    }
    #expect(
      try rows(of: page) == #"""
        1 .launch {"new":1,"old":0,"path":["outside of slices","launches"]}
        actions 2 to 3 are missing {"new":true,"old":false,"path":["theme","isDark"]} \#
        {"new":0,"old":1,"path":["outside of slices","launches"]}
        4 .select(id: 2)
        5 .setBrightness(0.25) {"new":0.25,"old":0.5,"path":["theme","brightness"]}
        """#)
    let data = try data(of: page)
    let shown = ["title", "origin", "headline", "notes", "moves", "gates", "start"].map {
      data[$0]?.jsonText ?? ""
    }
    #expect(
      shown.joined(separator: "\n") == #"""
        "Ticket"
        "Keys · 2 · seed 7 · 3 actions"
        "logins.selected differs from action 4 on: old nothing, new 99"
        ["Actions 2 to 3 are missing: the buffer of the recorder was full.",\#
        "Slice \"logins\" is not in the recording: it starts from the initial state.",\#
        "Slice \"theme\" is not in the recording: it starts from the initial state."]
        {"logins":[{"after":0,"row":0,"stage":"legacy"},{"after":3,"row":2,"stage":"lead"}],\#
        "theme":[{"after":0,"row":0,"stage":"shadow"}]}
        {"logins":["3 of 9 actions compared","1 mismatch, 0 allowed"],"theme":["no gate"]}
        {"logins":{"logins":[],"selected":null},"outside of slices":{"launches":0},\#
        "theme":{"brightness":0.5,"isDark":false}}
        """#)
    guard case .array(let rows)? = data["rows"] else { return }
    #expect(rows.map { $0["window"]?.text } == [nil, nil, "A", nil])
    #expect(data["ledger"]?["logins"]?["select"]?["mismatched"]?.integer == 1)
    #expect(data["test"]?.text?.contains("run(.recording(file)).findings == [])") == true)
    guard case .array(let mismatches)? = data["mismatches"] else { return }
    #expect(
      mismatches.map { "\($0["path"]?.text ?? ""): \($0["value"]?.text ?? "")" } == [
        "selected: 99"
      ])
  }

  @Test func aMismatchOfTheSessionAndOfItsReplayStandsOnce() throws {
    func logins(wrongFrom least: Int) -> Keyring.Slice {
      Keyring.logins(value: { value, action in
        if case .select(let id?) = action, id >= least { value.selected = 99 }
      })
    }
    let gated = logins(wrongFrom: 2).gate(Gate(compared: 9))
    let store = MigrationStore(state: KeyringState(), entries: Keyring.entries(gated))
    let recorder = try SessionRecorder(of: store, to: folder.file)
    try store.setStage(.shadow, of: Keyring.logins)
    for id in 1...2 { store.dispatch(.select(id: id)) }
    try recorder.stop()
    let check = Keyring.check(Keyring.entries(logins(wrongFrom: 1)))
    let page = try SessionPage(of: folder.file, check, title: "")
    #expect(page.html.matches(of: /"actionNumber":(\d)/).map(\.1) == ["2", "1"])
    // The earliest comes first, recorded or replayed.
    #expect(try data(of: page)["headline"]?.text?.contains(" differs from action 1 on") == true)
    // Where nothing is compared, the gates are those of the session.
    let old = try SessionPage(of: folder.file, check, on: .legacy, title: "")
    #expect(old.html.contains(#""logins":["2 of 9 actions compared","1 mismatch, 0 allowed"]"#))
  }

  @Test func nothingBecomesMarkup() throws {
    let hostile = "\"\u{301}><script>alert(1)</script><!--\u{2028}'&"
    let page = try page([.add(id: 1, site: hostile, password: "")], title: hostile)
    let marks = ["<script", "</script", "<!--"]
    let counts = marks.map { page.html.components(separatedBy: $0).count - 1 }
    // The page's own two scripts.
    #expect(counts == [2, 2, 0])
    #expect(try data(of: page)["title"]?.text == hostile)
    #expect(try rows(of: page).contains("<script>alert(1)</script>"))
  }

  @Test func aPageIsPrivate() throws {
    let file = folder.url.appendingPathComponent("page.html")
    let page = try page([.setBrightness(1.0 / 3)])
    #expect(page.html.contains(":0.3333333333333333,"), "It is a number for the script.")
    try page.write(to: file)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
