import Foundation
import Testing

@testable import SliceDrafting

/// The commands write what they wrote before, and nothing that a person changed.
@Suite struct DraftTests {
  private let model: CompiledModule

  init() throws { model = try CompiledModule(model: "Attic") }

  private func path(_ name: String) -> String { model.folder.path + "/" + name }

  /// The drafts of a model, which `.ci/drafts` builds and runs; and for apps of which one slice is drafted already.
  @Test(arguments: [
    (
      "Attic",
      [
        "racks", "crew", "Store", "settings", "search", "visitor", "title", "house", "desk",
        "raw name",
      ]
    ),
    ("Reader", ["accounts", "sidebar", "featured"]),
    ("ReaderWithAccounts", ["featured", "sidebar"]),
    ("ReaderBefore", []),
    ("FieldOps", ["filter", "sync", "technicians", "customers"]),
  ])
  func slicesAreDraftedAsTheyWere(name: String, slices: [String]) throws {
    let model = try CompiledModule(model: name)
    if name == "ReaderWithAccounts" {
      try model.write("extension AccountsValue {\n", to: "Tests/AccountsValueTests.swift")
    }
    let state = name == "ReaderBefore" ? ["--state", "Account"] : []
    var drafts = try model.run(["audit"] + state).text
    if !slices.isEmpty {
      let lines = try model.run(["draft-slice"] + slices).text.split(separator: "\n")
      drafts +=
        "\n" + lines.filter { !$0.contains(model.folder.path) }.joined(separator: "\n") + "\n"
    }
    for folder in slices.isEmpty ? [] : ["Sources", "Tests"] {
      let texts = try CompiledModule.texts(in: model.folder.appendingPathComponent(folder))
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
        let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines[0].hasPrefix("// Drafted by ") else { continue }
        let body = String(lines[3])
        #expect(lines[1].hasPrefix("// Digest \(DraftFile.digest(of: body)):"))
        drafts += "\n// MARK: \(folder)/\(name)\n\n" + body
      }
    }
    try expectReviewed(drafts, name)
  }

  /// Actions that were drafted before the app had another one are drafted again, or the new one is named.
  @Test func staleActionsAreDraftedAgain() throws {
    let name = "Tests/DraftedActions.swift"
    _ = try model.run("draft-actions")
    let drafted = try model.text(name)
    let stale = drafted.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("AtticAction.visit,") }
    let body = stale[3...].joined(separator: "\n")
    let file = DraftFile(path: path(name), command: "draft-actions", body: body)
    try model.write(file.text, to: name)
    #expect(try model.draft("title").contains("written  \(path(name))\n"))
    #expect(try model.text(name) == drafted)
    try model.write(file.text + "// mine\n", to: name)
    let report = try model.draft("title")
    #expect(
      report.contains("DraftedActions.swift: no AtticAction.visit, a new action: add it there\n"))
    #expect(try model.text(name) == file.text + "// mine\n")
  }

  @Test func aChangedFileIsNotWrittenAgain() throws {
    let (name, path) = ("Tests/DraftedActions.swift", path("Tests/DraftedActions.swift"))
    func draft(_ words: String...) throws -> String {
      try model.run(["draft-actions"] + words).text
    }
    #expect(try draft() == "written  \(path)\n")
    #expect(try draft() == "up to date  \(path)\n")
    let drafted = try model.text(name)
    try model.write(drafted + "// mine\n", to: name)
    let changed = DraftingError("\(path) was changed after it was drafted; --force replaces it")
    #expect(throws: changed) { try draft() }
    #expect(try model.text(name).hasSuffix("// mine\n"))
    _ = try draft("--force")
    #expect(try model.text(name) == drafted)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".draft")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".draft")
    #expect(try draft() == "up to date  \(path)\n")
    // A file that is no text is not replaced either, and no option replaces a folder or a pipe.
    for other in [Data("let mine = 1\n".utf8), Data([0xFF, 0xFE, 0x0A])] {
      try other.write(to: URL(fileURLWithPath: path))
      #expect(throws: DraftingError("\(path) is no draft; --force replaces it")) { try draft() }
    }
    try FileManager.default.removeItem(atPath: path)
    try model.write("", to: name + "/a")
    let refusal = DraftingError("\(path) is no file that can be read")
    #expect(throws: refusal) { try draft("--force") }
    try FileManager.default.removeItem(atPath: path)
    // A pipe would be waited for.
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: refusal) { try draft("--force") }
  }

  /// A link, or `..`, leads out of the package.
  @Test(arguments: [
    (["draft-slice", "title", "--output"], "linked"), (["draft-actions", "--tests"], "linked/new"),
    (["draft-actions", "--tests"], "linked/../outside"),
    (["draft-slice", "title", "--tests"], "new/../.."),
    (["draft-actions", "--tests"], "file"), (["draft-actions", "--tests"], "nowhere"),
  ])
  func nothingIsWrittenOutsideOfThePackage(words: [String], folder: String) throws {
    try model.write("", to: "outside/nothing")
    try model.write("", to: "Package/linked/nothing")
    let (package, files) = (path("Package"), FileManager.default)
    for (link, target) in [
      ("linked", "outside"), ("file/DraftedActions.swift", "outside/nothing"),
      ("nowhere/DraftedActions.swift", "outside/DraftedActions.swift"),
    ] {
      try model.write("", to: "Package/\(link)/nothing")
      try files.removeItem(atPath: "\(package)/\(link)")
      try files.createSymbolicLink(atPath: "\(package)/\(link)", withDestinationPath: path(target))
    }
    let places = ["--package", package, "--output", package, "--tests", package]
    let error = #expect(throws: DraftingError.self) {
      try model.run(words.prefix(1) + places + words.dropFirst() + ["\(package)/\(folder)"])
    }
    #expect(error?.description.hasSuffix(" or a #sourceLocation: nothing is written") == true)
    #expect(try files.contentsOfDirectory(atPath: path("outside")) == ["nothing"])
    #expect(!files.fileExists(atPath: path("DraftedActions.swift")))
  }

  /// A link inside of the package stays one.
  @Test func aLinkedFileOfThePackageIsWritten() throws {
    _ = try model.run("draft-actions")
    let file = path("Tests/DraftedActions.swift")
    try FileManager.default.moveItem(atPath: file, toPath: path("Shared.swift"))
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: path("Shared.swift"))
    let drafted = try model.text("Shared.swift")
    try model.write(drafted + "// mine\n", to: "Shared.swift")
    _ = try model.run("draft-actions", "--force")
    #expect(try model.text("Shared.swift") == drafted)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == path("Shared.swift"))
  }

  /// A compiler that only sleeps, with a process of its own; both hold a pipe.
  private func sleepingCompiler() throws -> (path: String, pipe: Int32) {
    let (compiler, pipe) = (path("bin/swiftc"), path("pipe"))
    let script = "#!/bin/sh\nexec 3>'\(pipe)'\necho started >&3\nsleep 1000 &\nwait\n"
    try model.write(script, to: "bin/swiftc")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
    try #require(mkfifo(pipe, 0o600) == 0)
    return (compiler, open(pipe, O_RDONLY | O_NONBLOCK))
  }

  /// Waits for what a pipe has to read, or for the end of all that hold it.
  private func waits(for events: Int32, of pipe: Int32) -> Bool {
    var entry = pollfd(fd: pipe, events: Int16(events), revents: 0)
    return poll(&entry, 1, 60_000) == 1 && Int32(entry.revents) & events != 0
  }

  @Test func aCompilerThatTakesTooLongIsEnded() throws {
    let (compiler, pipe) = try sleepingCompiler()
    defer { close(pipe) }
    let late = "\(compiler) was ended before it had read the drafts: nothing is written"
    #expect(throws: DraftingError(late)) {
      try CompilerCheck(compiler: compiler, limit: .seconds(1)).check(drafts: ["a": ""], edits: [:])
    }
    #expect(waits(for: POLLHUP, of: pipe))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func theEndOfTheToolIsThatOfItsCompiler(number: Int32) throws {
    let (compiler, pipe) = try sleepingCompiler()
    defer { close(pipe) }
    let (tool, tests) = (Process(), try #require(Bundle.main.executableURL))
    tool.executableURL = tests.deletingLastPathComponent().appendingPathComponent("LandbridgeTool")
    tool.arguments = [
      "draft-slice", "title", "--symbol-graph", model.graph.path, "--output", model.sources.path,
      "--tests", path("Tests"),
    ]
    let folder = URL(fileURLWithPath: compiler).deletingLastPathComponent().path
    tool.environment = ["PATH": "\(folder):/usr/bin:/bin"]
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    try #require(waits(for: POLLIN, of: pipe))
    kill(tool.processIdentifier, number)
    tool.waitUntilExit()
    #expect(waits(for: POLLHUP, of: pipe))
    #expect(tool.terminationReason == .exit && tool.terminationStatus == 1)
    #expect(!FileManager.default.fileExists(atPath: path("Tests")))
  }

  /// The draft of one property is not replaced by that of another one of the same class.
  @Test func theDraftOfAnotherCommandIsKept() throws {
    _ = try model.draft("Store")
    let name = "Sources/StoreValue.swift"
    let other = try model.text(name).replacing("draft-slice Store`", with: "draft-slice other`")
    try model.write(other, to: name)
    let error = #expect(throws: DraftingError.self) { try model.draft("Store") }
    let reason =
      "/\(name) was drafted by another command, as its first line says; --force replaces it, "
    #expect(error?.description.hasSuffix(reason + "--output and --tests write elsewhere") == true)
    let twice = #expect(throws: DraftingError.self) { try model.draft("Store", "Store", "--force") }
    #expect(twice?.description.contains("two drafts would be in ") == true)
    #expect(try model.text(name) == other)
    #expect(try model.draft("Store", "--force").hasPrefix("written"))
  }

  @Test func aCommentThatQuotesLinesIsOneLine() {
    var source = SourceBuilder()
    source.block("enum A") { $0.add("// It is always \"\"\"\n  a\n  \"\"\".") }
    #expect(source.lines == ["enum A {", "  // It is always \"\"\"   a   \"\"\".", "}"])
  }

  @Test func noFileIsWrittenWhenOneMayNotBe() throws {
    try model.write("let mine = 1\n", to: "Tests/StoreValueTests.swift")
    let error = #expect(throws: DraftingError.self) { try model.draft("crew", "Store") }
    #expect(error?.description.hasSuffix("is no draft; --force replaces it") == true)
    for name in ["Sources/CrewValue.swift", "Tests/DraftedActions.swift"] {
      #expect(!FileManager.default.fileExists(atPath: path(name)))
    }
  }

  /// Code that a person passes is in a draft, too.
  @Test func aDraftThatDoesNotParseIsNotWritten() throws {
    let error = #expect(throws: DraftingError.self) {
      try model.draft("title", "--initial-state", "AtticState(")
    }
    let place = "a draft does not parse, so nothing is written: TitleValueTests.swift:18:"
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(!FileManager.default.fileExists(atPath: path("Tests/DraftedActions.swift")))

    try model.write("let a = 1", to: "a")
    let edits = [path("a"): "let a = ("]
    #expect(throws: DraftingError.self) { try CompilerCheck().check(drafts: [:], edits: edits) }
    let missing = #expect(throws: DraftingError.self) {
      try CompilerCheck(compiler: "no-compiler").check(drafts: ["a": ""], edits: [:])
    }
    #expect(missing?.description.contains("no-compiler") == true)
    // It may need options that only its target knows.
    try model.write("let a = [", to: "a")
    try CompilerCheck().check(drafts: [:], edits: edits)
  }

  /// A draft is compiled with the sources of its target; one that asks something hides none of them.
  @Test func aDraftIsCompiledWithItsTarget() throws {
    let app = try CompiledModule("App", ["App.swift": "final class S { var n = 1 }\n"])
    let (red, folder) = (app.folder.path + "/red", app.sources.path)
    let list = ["App", app.folder.path, folder, folder + "/App.swift"]
    try app.write(list.joined(separator: "\n"), to: "red/sources")
    let target = try #require(try CompilerCheck.Target(listIn: red + "/sources"))
    func check(_ text: String) throws {
      let drafts = [folder + "/Value.swift": text]
      try CompilerCheck().check(drafts: drafts, edits: [:], target: target)
    }
    let question = "#error(\"CHECK: which one?\")"
    try check("// A draft\n\(question)\nfunc make() -> S {\n  \(question)\n}\n")
    let error = #expect(throws: DraftingError.self) { try check("let n: Int = S().missing\n") }
    #expect(error?.description.contains("Value.swift:1:18: error: ") == true, "\(error)")
    try app.write("final class S { var n = 1, m = 2 }\n\(question)\n", to: "Sources/App.swift")
    let audit = try app.run("audit", "--symbol-graph", red, "--state", "S")
    #expect(audit.contains("\n- S: n, m\n"), "\(audit)")
  }

  /// Without reduce blocks, names tell: a state that no class holds, an action that no type contains.
  @Test(arguments: [
    ("class AppState | var a: [TabState]\nclass TabState\nenum AppAction", "AppState", "AppAction"),
    ("class AState\nclass BState | let a: Int\nenum AAction\nprotocol BAction", nil, nil),
    (
      "class AppStore | var a: AState\nclass AState | var b: B\nclass B\nenum AAction", "AState",
      "AAction"
    ),
    ("class A | var s: BState?\nclass BState\nenum A.BAction\nprotocol CAction", nil, "CAction"),
  ])
  func statesAndActionsAreFoundByTheirNames(
    lines: String, state: String?, action: String?
  ) throws {
    let names = StateNames(module: Module(lines), givenState: nil, givenAction: nil)
    #expect((try? names.state().name) == state)
    #expect((try? names.action().name) == action)
    let unnamed = StateNames(
      module: Module("class A | var b: B\nclass B\nclass C"), givenState: nil, givenAction: nil)
    #expect(throws: DraftingError("which class is the state? Say --state NAME: one of A")) {
      try unnamed.state()
    }
    let type = Module.type("ReduceBlock<S, A>", ["S", "A"])
    let named = Module(
      names: ["M"], types: Module("class S\nenum A").types,
      constants: [Constant(name: "block", type: type, location: nil)])
    let blocks = StateNames(module: named, givenState: nil, givenAction: nil)
    #expect(try [blocks.state().name, blocks.action().name] == ["S", "A"])
  }

  @Test(
    arguments: TextRow.rows(
      """
      draft-slice Tol => no class named Tol in Attic
      draft-slice Bottle => Bottle is part of `racks`: draft-slice racks
      draft-slice => draft-slice needs the class or the property of a slice
      draft-slice title --name frame => FrameValue is declared already, at Cellar.swift:
      audit --state Nothing => no class named Nothing in Attic
      audit --state=No=ne => no class named No=ne in Attic
      draft-actions --action Nothing => no type named Nothing in Attic
      audit --state FrameValue => FrameValue is a struct, which stays one: reduce it in a `ValueStore`
      audit --colour => unknown option --colour; --help lists the options
      audit --state => --state needs a value
      draft-actions --read-only => draft-actions writes files: swift package landbridge-write draft-actions
      draft => unknown command draft; there are audit, lines, draft-slice, draft-actions
      """))
  func whatCannotBeDoneIsAnError(row: TextRow) throws {
    let error = #expect(throws: DraftingError.self) {
      try model.run(row.text.components(separatedBy: " "))
    }
    #expect(error?.description.hasPrefix(row.expected[0]) ?? false, "\(error?.description ?? "")")
  }

  @Test func withoutSourcesNothingIsDrafted() throws {
    // Nor with sources that were edited after they were built.
    let edited = try model.text("Sources/Cellar.swift").replacing("  var _tare = 0", with: "")
    try model.write(edited, to: "Sources/Cellar.swift")
    for type in ["Parcel: ", "AtticState: "] {
      let error = #expect(throws: DraftingError.self) { try model.draft("title") }
      let reason = type + "the symbol graph and the source disagree on "
      #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
      try? FileManager.default.removeItem(at: model.sources)
    }
  }

  @Test func everyCommandExplainsItself() throws {
    for verb in DraftingCommand.Verb.allCases {
      let text = try DraftingCommand([verb.rawValue, "--help"]).run().text
      #expect(text.contains("\(verb.rawValue)"))
      #expect(text.contains("--target T") && text.contains("--symbol-graph DIR"))
      for option in verb.flags where option != "--read-only" { #expect(text.contains(option)) }
    }
    for words in [[], ["help"], ["--read-only", "-h"]] {
      let outcome = try DraftingCommand(words).run()
      #expect(outcome.isSuccess && outcome.text == DraftingCommand.help)
    }
  }
}
