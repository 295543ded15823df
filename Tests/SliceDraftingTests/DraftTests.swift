import Foundation
import Testing

@testable import SliceDrafting

/// A folder that is deleted at the end of a test.
final class ScratchFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("drafts-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }
}

/// The commands write what is committed, and nothing that a person changed.
@Suite struct DraftTests {
  private static let graphs = WorkshopGraph.folder.appendingPathComponent("Graphs").path
  private static let sources = WorkshopGraph.folder.appendingPathComponent("Workshop")

  private func run(
    _ words: [String], sources: URL = Self.sources
  ) throws -> DraftingCommand.Outcome {
    let graph = ["--symbol-graph", Self.graphs, "--sources", sources.path]
    return try DraftingCommand(words.prefix(1) + graph + words.dropFirst()).run()
  }

  /// Drafts slices in a copy of the sources, whose graph knows the drafts that are committed.
  private func draft(_ words: [String], in folder: ScratchFolder) throws -> String {
    let sources = folder.url.appendingPathComponent("Workshop")
    if !FileManager.default.fileExists(atPath: sources.path) {
      try FileManager.default.copyItem(at: Self.sources, to: sources)
    }
    let places = ["--output", sources.path + "/Drafts", "--tests", folder.url.path]
    return try run(["draft-slice"] + words + places, sources: sources).text
  }

  private func committed(_ folder: String, _ name: String) throws -> String {
    try String(contentsOfFile: WorkshopGraph.folder.path + "/\(folder)/\(name)", encoding: .utf8)
  }

  /// `.ci/drafts` builds and runs what is drafted; here the digest of each text stands for it.
  @Test(arguments: [
    ("catalog", "CatalogValue", "f98ffec584c3b37f", "f7fa2b0e98a2a598"),
    ("customers", "CustomerBookValue", "952184636ccd0f0d", "dea007467b007797"),
    ("preferences", "PreferencesValue", "99e45f6510603a02", "e924379e77ec4986"),
    ("benches", "BenchesValue", "f5e0175fdfa23f7e", "8aa9597e40d44b98"),
    ("Schedule", "ScheduleValue", "d210134890d4481e", "d204029a85b479bf"),
    ("board", "DrawingBoardValue", "db4ae0f673a8905f", "cf2222a198bec175"),
    ("Stock", "StockValue", "95d03172a1bb7f3b", "1027539f0d9fb772"),
    ("session", "SessionSliceValue", "fceafbf7e26caa68", "a21a6feeb0019d11"),
    ("search", "SearchPanelValue", "068b22e5bc6c00be", "8efca19650799cd6"),
    ("log", "ActivityLogValue", "4594bc6e25f7aaf4", "563ce106dad31e1d"),
    ("devices", "DevicesValue", "476a04c895b7fd1e", "bd8df4a979c1d9a7"),
    ("default", "SectionValue", "1584eb021dfa51c2", "625d752b90151232"),
    ("title", "TitleValue", "8c9a3bd5ae7a4561", "6edd719002f1c8c6"),
  ])
  func aSliceIsDraftedAsItWas(subject: String, name: String, value: String, tests: String) throws {
    let folder = try ScratchFolder()
    _ = try draft([subject], in: folder)
    for (file, digest) in [("Workshop/Drafts/\(name)", value), ("\(name)Tests", tests)] {
      let text = try folder.text("\(file).swift")
      let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
      #expect(lines[1].hasPrefix("// Digest \(digest):"), "\(text)")
      #expect(DraftFile.digest(of: String(lines[3])) == digest)
    }
    #expect(try folder.text("DraftedActions.swift") == committed("Drafts", "DraftedActions.swift"))
  }

  @Test func aChangedFileIsNotWrittenAgain() throws {
    let folder = try ScratchFolder()
    let words = ["draft-actions", "--tests", folder.url.path]
    #expect(try run(words).text == "written  \(folder.url.path)/DraftedActions.swift\n")
    #expect(try run(words).text == "up to date  \(folder.url.path)/DraftedActions.swift\n")
    let drafted = try folder.text("DraftedActions.swift")
    try folder.write(drafted + "// mine\n", to: "DraftedActions.swift")
    let path = folder.url.appendingPathComponent("DraftedActions.swift").path
    #expect(throws: DraftingError("\(path) was changed after it was drafted; --force replaces it"))
    {
      try run(words)
    }
    #expect(try folder.text("DraftedActions.swift").hasSuffix("// mine\n"))
    try folder.write("let mine = 1\n", to: "DraftedActions.swift")
    #expect(throws: DraftingError("\(path) is no draft; --force replaces it")) { try run(words) }
    _ = try run(words + ["--force"])
    #expect(try folder.text("DraftedActions.swift") == drafted)
  }

  /// The draft of one property is not replaced by that of another one of the same class.
  @Test func theDraftOfAnotherCommandIsKept() throws {
    let folder = try ScratchFolder()
    _ = try draft(["Stock"], in: folder)
    let (name, path) = ("Workshop/Drafts/StockValue.swift", "/Workshop/Drafts/StockValue.swift")
    let other = try folder.text(name).replacing("draft-slice Stock`", with: "draft-slice other`")
    try folder.write(other, to: name)
    let error = #expect(throws: DraftingError.self) { try draft(["Stock"], in: folder) }
    #expect(error?.description.contains("\(path) was drafted by another command") == true)
    let twice = #expect(throws: DraftingError.self) {
      try draft(["Stock", "Stock", "--force"], in: folder)
    }
    #expect(twice?.description.contains("two drafts would stand in ") == true)
    #expect(try folder.text(name) == other)
    #expect(try draft(["Stock", "--force"], in: folder).hasPrefix("written"))
  }

  /// A draft has three lines of header.
  @Test(arguments: [(2, "is no draft"), (3, "was changed after it was drafted")])
  func aTornDraftIsNotReplaced(lines: Int, reason: String) throws {
    let folder = try ScratchFolder()
    let header = "// Drafted by `swift package landbridge-write draft-actions`\n// Digest \n//\n"
    try folder.write(
      header.split(separator: "\n")[..<lines].joined(separator: "\n") + "\n", to: "a")
    let path = folder.url.appendingPathComponent("a").path
    let file = DraftFile(path: path, command: "draft-actions", body: "")
    #expect(throws: DraftingError("\(path) \(reason); --force replaces it")) {
      try file.check(force: false)
    }
  }

  @Test func whatIsNoTextIsNotReplaced() throws {
    let folder = try ScratchFolder()
    let words = ["draft-actions", "--tests", folder.url.path]
    let path = folder.url.appendingPathComponent("DraftedActions.swift").path
    try Data([0xFF, 0xFE, 0x0A]).write(to: URL(fileURLWithPath: path))
    #expect(throws: DraftingError("\(path) is no draft; --force replaces it")) { try run(words) }
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    for force in [[], ["--force"]] {
      #expect(throws: DraftingError("\(path) is no ordinary file")) { try run(words + force) }
    }
  }

  @Test func aCommentThatQuotesLinesIsOneLine() {
    var source = SourceBuilder()
    source.block("enum A") { $0.add("// It is always \"\"\"\n  a\n  \"\"\".") }
    #expect(source.lines == ["enum A {", "  // It is always \"\"\"   a   \"\"\".", "}"])
  }

  @Test func noFileIsWrittenWhenOneMayNotBe() throws {
    let folder = try ScratchFolder()
    try folder.write("let mine = 1\n", to: "StockValueTests.swift")
    let error = #expect(throws: DraftingError.self) {
      try draft(["customers", "Stock"], in: folder)
    }
    #expect(error?.description.hasSuffix("is no draft; --force replaces it") == true)
    for name in ["CustomerBookValueTests.swift", "DraftedActions.swift"] {
      #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/" + name))
    }
  }

  /// What a person passes stands in a draft, too.
  @Test func aDraftThatDoesNotParseIsNotWritten() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: DraftingError.self) {
      try draft(["title", "--initial-state", "WorkshopState("], in: folder)
    }
    let place = "a draft does not parse, so nothing is written: TitleValueTests.swift:18:"
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/DraftedActions.swift"))

    try folder.write("let a = 1", to: "a")
    let edits = [folder.url.appendingPathComponent("a").path: "let a = ("]
    #expect(throws: DraftingError.self) { try CompilerCheck().parse(drafts: [:], edits: edits) }
    #expect(
      try CompilerCheck(compiler: "no-compiler").parse(drafts: [:], edits: edits)
        == "not parsed: there is no no-compiler in the path\n")
    // It may need options that only its target knows.
    try folder.write("let a = [", to: "a")
    #expect(try CompilerCheck().parse(drafts: [:], edits: edits) == "")
  }

  @Test(arguments: [
    ("AppTests", "the dependencies of AppTests in Package.swift:\n  "),
    (
      "",
      "the targets in Package.swift:\n  .testTarget(name: \"AppTests\", dependencies: [\"App\", "
    ),
  ])
  func theDependencyThatTestsLackIsNamed(target: String, place: String) throws {
    let text = try draft(["title", "--target", "App", "--untested=" + target], in: ScratchFolder())
    let product = ".product(name: \"ReduxBridgeTesting\", package: \"Landbridge\")"
    #expect(text.contains("\nThe tests need ReduxBridgeTesting. Add to \(place)\(product)"))
  }

  @Test func protocolActionsAreAllConformingTypes() throws {
    let folder = try ScratchFolder()
    _ = try run(["draft-actions", "--action", "WorkshopEvent", "--tests", folder.url.path])
    let text = try folder.text("DraftedActions.swift")
    #expect(text.contains("-> [any WorkshopEvent]"))
    for action in [
      "AllRemoved()", "ToolAdded(id: Int(number(0...5))", "BenchMoved.up", "BenchMoved.down(by: ",
    ] {
      #expect(text.contains("      " + action), "\(action)")
    }
  }

  /// Without reduce blocks, names tell: a state that no class holds, an action that no type contains.
  @Test(arguments: [
    ("class AppState | var a: [TabState]\nclass TabState\nenum AppAction", "AppState", "AppAction"),
    ("class AState\nclass BState | let a: Int\nenum AAction\nprotocol BAction", nil, nil),
    ("class A\nstruct BState\nstruct BAction\nclass B.CAction", nil, nil),
    ("class A | var s: BState?\nclass BState\nenum A.BAction\nprotocol CAction", nil, "CAction"),
  ])
  func statesAndActionsAreFoundByTheirNames(
    lines: String, state: String?, action: String?
  ) throws {
    let names = StateNames(Module(lines), state: nil, action: nil)
    #expect((try? names.state().name) == state)
    #expect((try? names.action().name) == action)
    let type = Module.type("ReduceBlock<S, A>", ["S", "A"])
    let named = Module(
      names: ["M"], types: Module("class S\nenum A").types,
      constants: [Constant(name: "block", type: type, location: nil)])
    #expect(try StateNames(named, state: nil, action: nil).action().name == "A")
  }

  @Test(arguments: [
    (["draft-slice", "Tol"], "no class named Tol in Workshop"),
    (["draft-slice", "Order"], "Order is part of `customers`: draft-slice customers"),
    (["draft-slice"], "draft-slice needs the class or the property of a slice"),
    (["draft-slice", "catalog"], "CatalogValue is declared already, at CatalogValue.swift:"),
    (["audit", "--state", "Nothing"], "no class named Nothing in Workshop"),
    (["audit", "--state=No=ne"], "no class named No=ne in Workshop"),
    (["audit", "--colour"], "unknown option --colour; --help lists the options"),
    (["audit", "--state"], "--state needs a value"),
    (
      ["draft-actions", "--read-only"],
      "draft-actions writes files: swift package landbridge-write draft-actions"
    ),
    (
      ["draft"],
      "unknown command draft; there are audit, lines, draft-slice, draft-actions, draft-copies"
    ),
  ])
  func whatCannotBeDoneIsAnError(words: [String], message: String) throws {
    let folder = try ScratchFolder()
    let places =
      words.count > 1 && words[0] == "draft-slice"
      ? ["--output", folder.url.path, "--tests", folder.url.path] : []
    let error = #expect(throws: DraftingError.self) { try run(words + places) }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "no error")")
  }

  @Test func withoutSourcesNothingIsDrafted() throws {
    let folder = try ScratchFolder()
    let places = ["--output", folder.url.path, "--tests", folder.url.path]
    let error = #expect(throws: DraftingError.self) {
      try run(["draft-slice", "title"] + places, sources: folder.url)
    }
    #expect(error?.description.contains("the symbol graph and the source disagree on ") == true)
  }

  @Test func everyCommandExplainsItself() throws {
    for verb in DraftingCommand.Verb.allCases {
      let text = try DraftingCommand([verb.rawValue, "--help"]).run().text
      #expect(text.contains("\(verb.rawValue)"))
      #expect(text.contains("--target T") && text.contains("--symbol-graph DIR"))
      for option in verb.flags where option != "--read-only" { #expect(text.contains(option)) }
    }
    let outcome = try DraftingCommand([]).run()
    #expect(outcome.isSuccess && outcome.text == DraftingCommand.help)
  }
}
