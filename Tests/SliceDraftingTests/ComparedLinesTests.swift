import Foundation
import Testing
@testable import SliceDrafting

/// The lines of blocks and reducers that no comparison ran.
@Suite struct ComparedLinesTests {
  /// In each file, braces on a line with `// never` did not run.
  private static let sources = [
    "Blocks.swift": """
    enum Blocks {
      static let all: [Block] = [entries, Blocks.renamed]
      static let entries: Block = { state, action in
        switch action {
        case .insert(let name):
          if name == "0451" { state.open() } // never
          state.insert(name)
        case .shake: shake(state)
        case .rest(let name): state.find(name)?.rest()
        }
      }
      static let renamed: Block = { state, _ in state.each { $0.touch() } }
      private static func shake(_ state: State) { } // never
      static let unlisted: Block = { state, _ in } // never
    }
    enum Others { static func shake(_ state: Int) { } } // never
    """,
    "State.swift": """
    final class State {
      var names: [String] = []
      func insert(_ name: String) { names.append(name) }
      func open() { } // never
      func each(_ body: (Name) -> Void) { }
      var isUnused: Bool { false } // never
      func shake() { } // never
      func find(_ name: String) -> Name? { nil }
    }
    final class Name { func rest() { } } // never
    final class Bed { func rest() { } } // never
    """,
    "Slices.swift": """
    struct Modern { var reducer = Names.reducer }
    enum Names {
      static let reducer = Reducer<Names, Action> { value, action in value.change(action) }
      mutating func change(_ action: Action) { guard isOpen else { return } } // never
    }
    func other() { let inlined = Reducer { value, _ in } } // never
    func slices(modern: Modern) -> [Any] {
      log("no slice", reading: modern)
      let made = Reducer { value, _ in }
      let held = made
      let names = StateSlice(
        "names", projection: .names, legacy: Blocks.all, reducer: modern.reducer)
      return [
        names,
        StateSlice("inline", legacy: [Blocks.entries, missing], reducer: inlined),
        StateSlice("held", legacy: [Blocks.renamed], reducer: held),
      ]
    }
    let inlined = Reducer { value, _ in }
    """,
  ]

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("lines \(UUID().uuidString)")

  /// Writes the sources, a symbol graph that names them, and what ran.
  private func run(_ arguments: [String], leavingOut: String = "") throws -> DraftingCommand.Outcome
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var (symbols, functions): ([Any], [Any]) = ([], [])
    for (name, text) in Self.sources {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      let source = SourceTokens(text)
      let lines = text.split(separator: "\n")
      let opens = source.tokens.indices.filter { source.tokens[$0].text == "{" }
      let regions = opens.map { open in
        let start = source.place(of: source.tokens[open].range.lowerBound)
        let end = source.place(of: source.tokens[source.close(of: open)!].range.upperBound)
        let places = [start.line, start.character, end.line, end.character].map { $0 + 1 }
        return places + [lines[start.line].hasSuffix("// never") ? 0 : 1, 0, 0, 0]
      }
      // A generic function is exported for each type, and what is expanded is no code.
      let others = [[3, 31, 3, 32, 0, 0, 0, 1], [3, 31, 3, 32, 0, 0, 0]]
      let again = regions.map { $0.prefix(4) + [0, 0, 0, 0] } + others
      for regions in name == leavingOut ? [] : [again, regions, again] {
        functions.append(["filenames": [file.path], "regions": regions] as [String: Any])
      }
      symbols.append(
        [
          "kind": ["identifier": "swift.enum"], "identifier": ["precise": name],
          "pathComponents": [name], "accessLevel": "internal",
          "location": ["uri": file.absoluteString, "position": ["line": 0, "character": 0]],
        ] as [String: Any])
    }
    func write(_ value: [String: Any], _ name: String) throws {
      try JSONSerialization.data(withJSONObject: value)
        .write(to: folder.appendingPathComponent(name))
    }
    try write(["data": [["functions": functions]]], "run.json")
    try write(
      ["module": ["name": "App"], "symbols": symbols, "relationships": [Any]()], "App.symbols.json")
    return try DraftingCommand(
      ["lines", folder.appendingPathComponent("run.json").path, "--symbol-graph", folder.path]
        + arguments
    ).run()
  }

  @Test func whatNoComparisonRanIsPrinted() throws {
    let outcome = try run(["--read-only"])
    #expect(outcome.isSuccess)
    #expect(
      outcome.text == """
        names: 7 of 11 regions of 1 block ran in a comparison
          Blocks.swift:6:25  if name == "0451" { state.open() } // never
          Blocks.swift:13:45  private static func shake(_ state: State) { } // never
          State.swift:4:15  func open() { } // never
          State.swift:10:32  final class Name { func rest() { } } // never

        names: 1 of 3 regions of its reducer ran in a comparison
          Slices.swift:4:42  mutating func change(_ action: Action) { guard isOpen else { return } } // never
          Slices.swift:4:62  mutating func change(_ action: Action) { guard isOpen else { return } } // never

        inline: 4 of 9 regions of 2 blocks ran in a comparison
          Blocks.swift:6:25  if name == "0451" { state.open() } // never
          Blocks.swift:13:45  private static func shake(_ state: State) { } // never
          Slices.swift:15:51  StateSlice("inline", legacy: [Blocks.entries, missing], reducer: inlined),  (its code was not found)
          State.swift:4:15  func open() { } // never
          State.swift:10:32  final class Name { func rest() { } } // never

        inline: 1 of 1 regions of its reducer ran in a comparison

        held: 3 of 3 regions of 1 block ran in a comparison

        held: 1 of 1 regions of its reducer ran in a comparison

        Not shown by regions:
          `guard a, b` and `if a, b`: which of the conditions failed
          `a?.b = c`: whether there was an a
          which values ran, and how often: a region that ran once counts
          functions that are called on `$0`, whose type is not read
          what ran it: each of the test functions counts, so filter the run to comparisons

        """)
  }

  @Test func aPercentageIsRequired() throws {
    #expect(try run(["--require", "\(100.0 / 3)"]).isSuccess)
    let percents = [(0, 0), (1, 2), (3, 3)].map { ran, regions in
      ComparedLines.Side(count: 1, ran: ran, regions: regions).percent
    }
    #expect(percents == [100, 50, 100])
    #expect(try !run(["--require", "34"]).isSuccess)
    #expect(try !run(["--require=all"]).isSuccess)
  }

  @Test func theReportIsJSON() throws {
    let text = try run(["--json"]).text
    let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let slices = report?["slices"] as? [[String: Any]] ?? []
    #expect(slices.map { $0["name"] as? String } == ["names", "inline", "held"])
    let reducer = slices.first?["reducer"] as? [String: Any]
    #expect(reducer?["regions"] as? Int == 3)
  }

  @Test func codeThatIsNotInTheRunDidNotRun() throws {
    let text = try run([], leavingOut: "State.swift").text
    #expect(text.contains("names: 4 of 11 regions of 1 block ran"))
    #expect(text.contains("State.swift:3:31  func insert(_ name: String)"))
    #expect(try run([], leavingOut: "Slices.swift").isSuccess)
  }

  /// The literals of `draft-actions` are no boundaries, and none of a function that no block calls.
  @Test func theLiteralsOfTheBlocksAreDraftedWithTheirPlaces() throws {
    var module = Module(names: ["App"], types: [:], constants: [Self.block("Codes.open")])
    let nothing = LiteralsDraft(module)
    let code = #"""
      enum Codes {
        static let open: Block = { state, action in
          if action.name == "0451", action.count > -20 || action.count == 0 { state.open() }
          state.title = "\(action.name)!" + "" + "x"
          fall(604_800, by: 0.5)
        }
        static func fall(_ time: Int, by part: Double) { log("fell") }
        static let closed = "closed"
        static func rise() { log("rose") }
        static let slice = StateSlice("codes", legacy: [open], reducer: Reducer { $0.code = 77 })
      }
      """#
    module.sources = ["App": [SourceTokens(code, path: "/Codes.swift")]]
    var source = SourceBuilder()
    LiteralsDraft(module).add(to: &source)
    #expect(
      source.text == """

        /// The literals of the blocks, for `Payloads(DraftedActions.literals)` of a check.
        static let literals: KeyValuePairs<String, [any Encodable & Sendable]> = [
          "Codes.swift:3": ["0451", -20],
          "Codes.swift:4": ["x"],
          "Codes.swift:5": [604_800, 0.5],
          "Codes.swift:7": ["fell"],
          "Codes.swift:10": [77],
        ]

        """)
    #expect(nothing.lines.isEmpty)
  }

  /// A block of an action that the graph lacks, and whose type is one of a library.
  private static func block(_ name: String) -> Constant {
    let parts = [("State", "State"), ("Act", "s:1M3ActO")].map {
      TypeExpression.named($0, identifier: $1, [])
    }
    let type = TypeExpression.named("ReduceBlock", identifier: "s:1L11ReduceBlock", parts)
    return Constant(name: name, type: type, location: nil)
  }

  /// The code that a block leads to, by the types of receivers.
  @Test(arguments: [
    ("state.names.add()", ["Names.add"]), ("state.tray?.add()", ["Tray.add"]),
    ("state.names.pick().add()", ["Names.pick", "Tray.add"]), ("Names.add()", ["Names.add"]),
    ("let tray = state.names.pick(); tray.add()", ["Names.pick", "Tray.add"]),
    ("for name in state.trays! where true { name.add() }", ["Tray.add"]),
    ("let found: Tray = f(); found.add()", ["Tray.add"]), ("f(any: x.Tray); $0.empty()", []),
    ("_ = state.names.first; _ = state.names.count", ["Names.first"]), ("add()", [".add"]),
    ("x.empty(); let tray = Tray.self", ["Tray.empty"]), ("x.empty()", []), ("Other.help()", []),
    ("state.names.values.count()", []), ("unknown.update(Tray())", []), ("again()", ["B.again"]),
    ("func names() {}; _ = state.sum", ["State.sum", "Names.add"]), ("_ = x.a", []),
    ("x.change { $0.pick() }; Self.again()", ["B.again"]), ("case.empty(Tray)", []),
    ("state.tray?.base()", ["Base.base"]), ("state.trays![0].add()", ["Tray.add"]),
    ("state.names.turn().empty()", ["Names.turn"]),
    ("Tray.all()", ["Tray.all"]),
  ])
  func membersAreFollowedByTheTypesOfTheirReceivers(body: String, expected: [String]) {
    let types = Module(
      "class State | var names: Names | var tray: Tray? | var trays: [Tray]\nstruct Names\nclass Tray: Base\nclass Base"
    ).types
    // Its action says which module has the code, and an app may be in one package with its libraries.
    var module = Module(names: ["S", "L", "M"], types: types, constants: [Self.block("B.a")])
    let slices = """
      let s = StateSlice(
        "s", legacy: [B.a], reducer: Reducer<Value, Act> { value, _ in value.add() })
      struct Value { mutating func add() {} ; var value: Tray { Tray() } }
      """
    let app = """
      extension State { var sum: Int { names.add() } }
      struct Names { func add() {} ; func pick() -> Tray {} ; var first: Int { 1 } }
      extension Names { func turn() { Tray() } }
      func add() {}
      class Base { func base() {} }
      """
    let tray =
      "class Tray { func add() {} ; func empty() {} ; func update(_ tray: Tray) {} ; class func all() {} }"
    let block = "enum B { static let a: Block = { state, x in \(body) } ; static func again() {} }"
    let library =
      "extension Names { var count: Int { 1 } } ; enum Other { static func help() {} } ; var last: A"
    module.sources = ["S": [slices], "M": [app, tray, block], "L": [library]].mapValues {
      $0.map { SourceTokens($0, path: "/\($0.count).swift") }
    }
    module.code.blocks["B.a"] = CodeBody(
      name: "B.a", owner: nil, parameters: [.init(name: "state"), .init(name: "x")],
      source: module.sources["M"]![2], range: 0..<0)
    func names(_ bodies: [CodeBody]) -> Set<String> {
      Set(bodies.map { "\($0.shortOwner ?? "").\($0.name)" })
    }
    let slice = ComparedCode(module).slices[0]
    #expect(names(slice.blocks[0]) == Set(expected + ["B.a"]))
    #expect(names(slice.reducer) == [".", "Value.add"])
  }

  @Test func errorsNameWhatIsMissing() throws {
    let model = try CompiledModule(model: "Attic")
    let none = model.folder.path + "/run.json"
    func error(_ words: String...) -> String? {
      #expect(throws: DraftingError.self) { try model.run(["lines"] + words) }?.description
    }
    #expect(error() == "lines needs the JSON of a coverage run; lines --help has the commands")
    let missing =
      "there is no \(none): swift test writes it behind a run in which each test passes; "
    #expect(error(none) == missing + "lines --help has the commands")
    let region = #"{"filenames": [], "regions": [[1, 1, 1, 1, 1, 7, 0, 0]]}"#
    for (text, isRun) in [("[]", false), (#"{"data": [{"functions": [\#(region)]}]}"#, true)] {
      try model.write(text, to: "run.json")
      #expect(error(none)?.contains("is no JSON of a coverage run") == !isRun)
    }
    try model.write(#"{"data": []}"#, to: "run.json")
    #expect(error(none) == "no slice with `legacy:` and `reducer:` in the sources")
    #expect(try DraftingCommand(["lines", "--help"]).run().text.contains("--enable-code-coverage"))
  }
}
