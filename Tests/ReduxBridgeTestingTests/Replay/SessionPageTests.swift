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

  /// What the script of a page reads, without the tokens of secrets.
  private func data(of page: SessionPage) throws -> String {
    try String(#require(page.html.firstMatch(of: /id="data">([^<]*)<\/script>/)).1)
      .replacing(/redacted-[0-9a-f]+/, with: "TOKEN")
  }

  @Test func aPageHoldsWhatEachActionChanged() throws {
    let page = try page([
      .add(id: 1, site: "a", password: Keyring.secret), .setDark(true), .launch, .remove(id: 1),
    ])
    let found = try data(of: page)
    #expect(
      found.hasSuffix(
        #"""
        "rows":[{"n":1,"t":0,"x":0,"c":[{"s":0,"p":0,"i":0,"k":0,"n":[4]}]},\#
        {"n":2,"t":1,"x":1,"c":[{"s":1,"p":1,"n":5}]},{"n":3,"t":2,"x":2,"c":[{"s":2,"p":2,"n":6}]},\#
        {"n":4,"t":3,"x":3,"c":[{"s":0,"p":0,"i":0,"k":1,"n":[]}]}],"mismatches":[],\#
        "values":[".add(id: 1, site: \"a\", password: \"TOKEN\")",".setDark(true)",".launch",\#
        ".remove(id: 1)",{"id":1,"site":"a","password":"TOKEN"},true,1],\#
        "paths":[["logins"],["isDark"],["launches"]]}
        """#))
    #expect(!page.html.contains(Keyring.secret))
    for text in [
      "logins: legacy after action 0, shadow after action 4",
      "<p class=\"finding\">Both sides agree in 8 comparisons.</p>",
    ] {
      #expect(page.html.contains(text))
    }
    #expect(!page.html.contains("id=\"copy\""))
  }

  @Test func aSessionFromBeforeTheFirstSliceIsOneOfTheOldSide() throws {
    let store = ReferenceStore(state: KeyringState(), reducers: Keyring.blocks)
    let recorder = try SessionRecorder(of: store, to: folder.file)
    let actions: [KeyringAction] = [
      .setDark(true), .select(id: 3), .add(id: 1, site: "a", password: ""),
    ]
    for action in actions { store.dispatch(action) }
    try recorder.stop()
    let check = Keyring.check(Keyring.entries())
    let page = try SessionPage(of: folder.file, check, title: "Old")
    for slice in ["logins", "theme"] {
      #expect(page.html.contains("aria-label=\"\(slice): legacy after action 0\""))
    }
    #expect(page.html.contains("width:100.0%\">legacy</i>"))
    let choices = ["<select", "</select>"].map { page.html.components(separatedBy: $0).count - 1 }
    #expect(choices == [2, 2])
    let whole = try SessionPage(
      of: folder.file,
      ParityCheck(
        [.blocks(Keyring.blocks)], parity: ParityOptions(actionType: { _ in "act" })
      ) { KeyringState() }, title: "")
    let found = try data(of: whole)
    #expect(
      found == #"""
        {"slices":["state"],"types":["act"],"windows":[],"start":{"state":{"logins":[],\#
        "theme":{"isDark":false,"brightness":0.5},"launches":0}},"rows":[{"n":1,"t":0,"x":0,\#
        "c":[{"s":0,"p":0,"n":3}]},{"n":2,"t":0,"x":1},{"n":3,"t":0,"x":2,"c":[{"s":0,"p":1,\#
        "i":0,"k":0,"n":[4]}]}],"mismatches":[],"values":[".setDark(true)",".select(id: 3)",\#
        ".add(id: 1, site: \"a\", password: \"\")",true,{"id":1,"site":"a","password":""}],\#
        "paths":[["theme","isDark"],["logins"]]}
        """#)
    // A list outside of slices is shown as a whole.
    let outside = try SessionPage(
      of: folder.file,
      Keyring.check([.slice(Keyring.theme), .blocks([Keyring.loginBlock])]),
      title: "")
    let rows = try data(of: outside)
    #expect(rows.contains(#"{"n":3,"t":2,"x":2,"c":[{"s":1,"p":1,"n":4}]}]"#), "\(rows)")
    #expect(rows.contains(#",true,[{"id":1,"site":"a","password":""}]],"paths""#), "\(rows)")
    // What the last slice wrote is none of it, although no block follows that sees it.
    let ofValues = try SessionPage(
      of: folder.file, Keyring.check(Keyring.entries().reversed()), on: .value,
      title: "")
    #expect(try !data(of: ofValues).contains(#""c":[{"s":2"#))
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
    let marks = [
      "<title", "=\"finding\"", "seed 7", "the recorder", "not in the recording", "<select",
      "\"lane\"", "<details", "=\"row\">", "=\"data\"",
    ]
    let shown = page.html.split(separator: "\n").filter { line in
      marks.contains(where: line.contains)
    }
    #expect(
      shown.joined(separator: "\n") == #"""
        <title>Ticket</title>
        <p class="finding">logins.selected differs from action 4 on: old nothing, new 99</p>
        <p class="soft">Keys · 2 · seed 7 · 3 actions · 1 mismatch</p>
        <p class="soft">Actions 2 to 3 are missing: the buffer of the recorder was full.</p>
        <p class="soft">Slice &quot;logins&quot; is not in the recording: it starts from the initial state.</p>
        <p class="soft">Slice &quot;theme&quot; is not in the recording: it starts from the initial state.</p>
        <label>Slice<select id="slice"><option value="">all</option><option value="0">\#
        logins</option><option value="2">outside of slices</option><option value="1">\#
        theme</option></select></label>
        <label>Type<select id="type"><option value="">all</option><option value="0">\#
        launch</option><option value="1">select</option><option value="2">setBrightness</option>\#
        </select></label>
        <div class="lanes"><span>logins</span>\#
        <div class="lane" role="img" aria-label="logins: legacy after action 0,\#
         lead after action 3"><i class="legacy" style="left:0.0%;width:50.0%">legacy</i>\#
        <i class="lead" style="left:50.0%;width:50.0%">lead</i>\#
        <i class="fault" style="left:50.0%"></i></div>
        <span>theme</span><div class="lane" role="img" aria-label="theme: shadow after action 0">\#
        <i class="shadow" style="left:0.0%;width:100.0%">shadow</i></div>
        <details><summary>Ledger</summary><div class="scroll" tabindex="0" role="group" \#
        aria-label="Ledger"><table class="figures"><thead><tr>\#
        <th scope="col">Slice</th><th scope="col">Action</th><th scope="col">Compared</th>\#
        <th scope="col">Matched</th><th scope="col">Excused</th><th scope="col">Mismatched</th>\#
        <th scope="col">Skipped</th></tr></thead><tbody>
        <tr><th scope="row">logins</th><th scope="row">launch</th><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>
        <tr><th scope="row">logins</th><th scope="row">select</th><td>1</td><td>0</td><td>0</td><td>1</td><td>0</td></tr>
        <tr><th scope="row">logins</th><th scope="row">setBrightness</th><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>
        <tr><th scope="row">theme</th><th scope="row">launch</th><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>
        <tr><th scope="row">theme</th><th scope="row">select</th><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>
        <tr><th scope="row">theme</th><th scope="row">setBrightness</th><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td></tr>
        </tbody></table></div></details><details><summary>Gates</summary>\#
        <div class="scroll" tabindex="0" role="group" \#
        aria-label="Gates"><table><thead><tr><th scope="col">Slice</th><th scope="col">Gate</th></tr></thead><tbody>
        <tr><th scope="row">logins</th><td>3 of 9 actions compared<br>1 mismatch, 0 allowed</td></tr>
        <tr><th scope="row">theme</th><td>no gate</td></tr>
        <script type="application/json" id="data">{"slices":["logins","theme",\#
        "outside of slices"],"types":["launch","select","setBrightness"],"windows":["A"],\#
        "start":{"logins":{"logins":[],"selected":null},"theme":{"isDark":false,\#
        "brightness":0.5},"outside of slices":{"launches":0}},"rows":[{"n":1,"t":0,"x":0,\#
        "c":[{"s":2,"p":0,"n":3}]},{"g":"actions 2 to 3 are missing","c":[{"s":1,"p":1,"n":4},\#
        {"s":2,"p":0,"n":5}]},{"n":4,"t":1,"w":0,"x":1},{"n":5,"t":2,"x":2,"c":[{"s":1,"p":2,\#
        "n":6}]}],"mismatches":[{"n":4,"slice":"logins","what":"state, shadow","path":"selected",\#
        "legacy":"nothing","value":"99"}],"values":[".launch",".select(id: 2)",\#
        ".setBrightness(0.25)",1,true,0,0.25],"paths":[["launches"],["isDark"],\#
        ["brightness"]]}</script>
        """#)
    #expect(
      page.html.contains("#expect(try check.run(.recording(file)).findings == [])"))
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
    let found = try data(of: SessionPage(of: folder.file, check, title: "")).matches(
      of: /"n":(\d),"slice"/)
    #expect(found.map(\.1) == ["2", "1"])
    // Where nothing is compared, the gates are those of the session.
    let page = try SessionPage(of: folder.file, check, on: .legacy, title: "")
    #expect(page.html.contains("<td>2 of 9 actions compared<br>1 mismatch, 0 allowed</td>"))
  }

  @Test func nothingBecomesMarkup() throws {
    let hostile = "\"\u{301}><script>alert(1)</script><!--\u{2028}'&"
    let page = try page([.add(id: 1, site: hostile, password: "")], title: hostile)
    let marks = ["<script", "</script", "<!--"]
    let counts = marks.map { page.html.components(separatedBy: $0).count - 1 }
    // The page's own two scripts.
    #expect(counts == [2, 2, 0])
    #expect(page.html.contains("<title>&quot;\u{301}&gt;&lt;script"))
    let data = try JSONSerialization.jsonObject(with: Data(data(of: page).utf8)) as? [String: Any]
    let action = (data?["values"] as? [Any])?.first as? String
    #expect(action?.contains("<script>alert(1)</script>") == true)
  }

  /// What could hide, or make a text look like another one.
  @Test(arguments: [
    "\u{7}", "\u{85}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{202E}",
    "\u{2028}",
    "\u{2066}", "\u{FEFF}", "\u{FFFE}", "\u{E0041}",
  ])
  func whatHasNoShapeIsShownByItsNumber(_ scalar: Unicode.Scalar) throws {
    let page = try page([.launch], title: "a\(scalar)b")
    #expect(page.html.contains("<title>a\\u{\(String(scalar.value, radix: 16))}b</title>"))
    #expect(!page.html.unicodeScalars.contains(scalar))
  }

  private struct Bare: Equatable, Sendable {
    struct Token: Equatable, Sendable, Encodable, Redactable { var letters: String }

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
    let check = Keyring.check([.slice(slice)])
    let page = try SessionPage(of: folder.file, check, on: .legacy, title: "")
    #expect(page.html.contains("seed 7"))
    let found = try data(of: page)
    #expect(
      found.contains(#""c":[{"s":0,"p":0,"i":0,"k":0,"n":[3]},{"s":0,"p":1,"n":4}]},{"n":2"#))
    #expect(
      found.hasSuffix(
        #"{"letters":"TOKEN"},1,{"success":1},"TOKEN"],"#
          + #""paths":[["list"],["byName","a"],["choice"],["list","0","letters"]]}"#))
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
    let page = try page([.setBrightness(1.0 / 3)])
    #expect(page.html.contains(",0.3333333333333333"), "It is a number for the script.")
    try page.write(to: file)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
