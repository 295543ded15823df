import Foundation
import Testing

@testable import SliceDrafting

/// The tool distinguishes blocks that write from those that read, through helpers, aliases and subscripts.
@Suite struct BlockUseTests {
  /// The body of a block, what it reads (`-`) and writes (`+`) of the state, and what cannot be known.
  private static let blocks: [(body: String, use: String, doubts: [String])] = [
    ("s.a.items = []", "+a", []), ("if s.a.count == 1 { print(s.b.name) }", "-a -b", []),
    ("s.note(1)?.title = \"x\"", "+a", []), ("s.first?.isDone.toggle()", "+a", []),
    ("s.text += \"x\"; _ = s.b", "+text -b", []), ("let b = s.b; b.name = s.text", "+b -text", []),
    ("guard let note = s.note(1) else { return }; note.isDone = true", "+a", []),
    ("for note in s.a.items where note.isDone { note.title = s.b.name }", "+a -b", []),
    ("s.a.items.forEach { $0.isDone = true }", "+a", []),
    ("let note = Note(); note.title = s.text", "-text", []),
    ("var rows: [String] = []; rows.append(s.b.name); rows += [s.text]", "-b -text", []),
    ("s.a.add(Note()); s.b.rename(to: s.text)", "+a +b -text", []),
    ("Helpers.clear(s.a)", "+a", []), ("Helpers.clearAll(of: s)", "+a +b", []),
    ("helper(s)", "+text", []), ("swap(&s.text, &s.b.name)", "+b +text", []),
    ("s.a.byName[\"x\"] = nil; s.a.byName[\"y\"]?.title = s.b.name", "+a -b", []),
    ("let same = s.a === s.b.owner; print(same, s.text == \"\")", "-a -b -text", []),
    ("print(x, s); dump(s)", "", ["passes the state to print", "passes the state to dump"]),
    ("_ = type(of: s)", "", ["passes the state to type"]), ("let pair = (s, 1); _ = pair", "", []),
    ("_ = s.a.peek()", "-a", []), ("s.kind.touch()", "+kind", []),
    ("let same = s; same.text = \"x\"", "+text", []), ("Helpers.finish(s.a)", "+a", []),
    ("let b = s.a; let x = s.b; x.name = \"\\(b.count)\"; print(b.count)", "+b -a", []),
    ("let b = Helpers.b(of: s); b.name = \"x\"", "+b", []),
    ("let other = [Other]().first; other?.text = \"x\"", "+b", []),
    ("let note = [Note]().first ??\n s.first; note?.shared = 1", "+a", []),
    ("let note = [Note]().first\n ?? s.first; note?.shared = 1", "+a", []),
    (
      "let note = [Note]().first { $0.title == s.b.name }; note?.shared = 1", "-b",
      ["writes `shared` of an object that a or b owns"]
    ),
    // A local of the name of another one.
    (
      "let n = s.first; if n == nil { let n = [Note]()[0]; n.shared = 1 }", "-a",
      ["writes `shared` of an object that a or b owns"]
    ),
    ("s.a.items.removeAll { $0.isDone }", "+a", []),
    (
      "s.text = \"\"\"\n\\(s.a.count) \\(s)\n\"\"\"; s.text += #\"\\#(s.b.name) \\(s.kind)\"#",
      "+text -a -b", []
    ),
    // A mutating method of a value, and a statement that calls one of another module's value.
    ("s.mode.reset()", "+mode", []), ("_ = s.mode.peek(); print(s.mode.peek())", "-mode", []),
    ("s.b.mode.next.reset()", "+b", []), ("s.text.makeContiguousUTF8()", "+text", []),
    ("if s.text.isEmpty { s.mode.level.round() }", "+mode -text", []),
    // A base class of the state has properties of the state.
    ("s.bump()", "+extra +total", []), ("s.extra.first?.hue = s.total", "+extra -total", []),
    // A set of values has a method of the name of one of a class.
    ("s.b.ids.remove(1)", "+b", []),
    ("[Note]().first.map { $0.shared = 1 }", "", ["writes `shared` of an object that a or b owns"]),
    (
      "switch x { case .one(at: let n): s.a.count = n\n case .two, .three: s.again()\n default: break }",
      "+a +text", []
    ),
  ]

  private static let module: Result<Module, any Error> = Result {
    var text = """
      import ReferenceRedux
      public class Root {
        var total = 0, extra: [Extra] = []
        func bump() { total += 1; self.extra = [] }
      }
      final class Extra { var hue = 1 }
      struct Mode {
        var level = 0.5
        var next: Mode { get { self } set { level = newValue.level } }
        mutating func reset() { level = 0 }
        func peek() -> Double { level }
      }
      public final class State: Root {
        var mode = Mode()
        var a = A(), b = B(), text = "", kind = Kinds.Note()
        func note(_ id: Int) -> Note? { a.items.first { $0.id == id } }
        private var hidden: Note? { a.items.last }
        var first: Note? { hidden }
        func again() { if text.isEmpty { text = "x" } else { again() } }
      }
      final class A {
        var items: [Note] = [], byName: [String: Note] = [:], count = 0
        func add(_ note: Note) { items.append(note); count += 1 }
        func remove(_ id: Int) { count = id }
        func peek() -> Int { var number = 0; number = items.count; return number }
      }
      final class B {
        var name = "", notes: [Other] = [], ids: Set<Int> = [], mode = Mode()
        weak var owner: A?
        func rename(to name: String) { self.name = name }
      }
      final class Note { var id = 1, title = "", isDone = false, shared = 1 }
      final class Other { var shared = 1, text = "" }
      enum Kinds { final class Note { var done = false; func touch() { done = true } } }
      public enum Action { case one(at: Int), two, three }
      func helper(_ state: State) { state.text = "x" }
      enum Before { static func reduce(_ state: State, by action: Action) { state.text = "" } }
      enum Helpers {
        static func clear(_ a: A) { a.items.removeAll() }
        static func finish(_ a: A) { a.items.forEach { $0.isDone = true } }
        static func clearAll(of state: State) { clear(state.a); state.b.name = "" }
        static let number = 1
        static func b(of state: State) -> B { state.b }
        static func reduce(_ state: State, by action: Action) { state.b.name = String(number) }
        static func other(_ state: State, by action: Action) {
          if case .one(at: let number) = action { state.a.count = number }
        }
      }
      public enum Blocks {
        public static let count: Int = 1
        public static let named: ReduceBlock<State, Action> = Helpers.reduce
        public static let looped: ReduceBlock<State, Action> = {
          for note in $0.a.items { note.shared = $1 == nil ? 1 : 2 }
        }

      """
    for (number, block) in blocks.enumerated() {
      text += "  public static let block\(number): ReduceBlock<State, Action> = { s, x in\n"
      text += "    \(block.body)\n  }\n"
    }
    // The last one, so that the doubts of all are noted.
    text += "  public static let made: ReduceBlock<State, Action> = [named][0]\n}\n"
    return try CompiledModule("App", ["App.swift": text]).module()
  }

  private func use(of block: String) throws -> BlockUse {
    let module = try Self.module.get()
    return try module.graph().use(
      of: try #require(module.constants.first { $0.name == "Blocks.\(block)" }))
  }

  @Test(arguments: blocks.indices)
  func aBlockReadsAndWrites(number: Int) throws {
    let use = try use(of: "block\(number)")
    let text =
      use.writes.sorted().map { "+\($0)" }
      + use.reads.subtracting(use.writes).sorted().map { "-\($0)" }
    #expect(text.joined(separator: " ") == Self.blocks[number].use, "\(Self.blocks[number].body)")
    #expect(use.doubts == Self.blocks[number].doubts)
  }

  /// `.ci/judged` compares this reading, too, with that of the compiler.
  @Test func gapsAreReadAsTheyWere() throws {
    let graph = try CompiledModule(model: "Gaps").module().graph(of: "DepotState")
    let lines = graph.module.constants.map { block in
      let use = graph.use(of: block)
      return "\(block.name): +\(use.writes.sorted()) -\(use.reads.sorted()) \(use.doubts)\n"
    }
    try expectReviewed(lines.joined(), "Gaps")
  }

  @Test func aBlockThatIsAFunctionIsFollowed() throws {
    #expect(try Self.module.get().constants.allSatisfy(\.type.isReduceBlock))
    #expect(try ["named", "looped"].map { try use(of: $0).writes } == [["b"], ["a"]])
    #expect(try use(of: "made").doubts == ["is no closure in the sources"])
  }

  /// Lists in the sources, and the order of `b` and `c` that follows.
  @Test(arguments: [
    ("super.init(state: s, reducers: [Blocks.c, a, Blocks.b])", ["c", "b"]),
    ("let all: [Block] = [a, c]; super.init(reducers: all + [b])", ["c", "b"]),
    ("let all = [c, b]; let s = StateSlice(\"s\", legacy: [b, c])", ["c", "b"]),
    ("let s = StateSlice(\"s\", legacy: [c, b])", ["c", "b"]), ("f(.blocks([c, b]))", ["c", "b"]),
    ("let x = [c, b], y = [b, c]", nil), ("let x = [a, b]; f(reducers: [c])", nil), ("", nil),
  ])
  func blocksRunInTheOrderOfTheirStore(text: String, order: [String]?) {
    let lists = BlockLists([SourceTokens(text)], of: ["a", "b", "c"].map { "Blocks.\($0)" })
    #expect(lists.order(of: ["Blocks.b", "Blocks.c"]) == order?.map { "Blocks.\($0)" })
    #expect(lists.order(of: ["Blocks.b"]) == ["Blocks.b"])
  }

  /// Blocks as functions, arrays that functions make, actions by their identifiers, and a closure in the store's list.
  @Test func blocksAreFoundWhereverTheyStand() throws {
    let text = """
      import ReferenceRedux
      protocol ReduxAction: Sendable { var identifier: String { get } }
      struct Rename: ReduxAction { let identifier = "note.rename"; let name: String; init(name: String) { self.name = name } }
      final class State { var title = "", count = 0, seen = 0, other = 0 }
      enum Blocks {
        static func rename(_ state: State, _ action: any ReduxAction) {
          switch action.identifier {
          case "note.rename": if let action = action as? Rename { state.title = action.name }
          case Keys.clear: state.title = ""
          default: break
          }
        }
        static func helper(_ state: State, _ action: any ReduxAction) { state.other = 1 }
        static let count: ReduceBlock<State, any ReduxAction> = { state, _ in state.count += 1 }
        static func all() -> [ReduceBlock<State, any ReduxAction>] { [rename, count] }
      }
      enum Keys { static let clear = "clear" }
      class Store { init(reducers: [ReduceBlock<State, any ReduxAction>]) {} }
      func makeStore() -> Store {
        Store(reducers: Blocks.all() + [])
      }
      func makeOther() -> Store { Store(reducers: [Blocks.count, { state, _ in state.seen += 1 }, Blocks.rename]) }
      """
    let model = try CompiledModule("App", ["App.swift": text])
    let audit = try model.run("audit")
    let unread =
      "App.swift:22: 1 of 3 entries of this list were not read: `{ state, _ in state.seen += 1 }`"
    for line in [
      "- \(unread)", "title: 1 block writes it,", "count: 1 block writes it,",
      "4. other: no block that was read writes it,",
    ] {
      #expect(audit.contains(line), "\(audit)")
    }
    let report = try model.draft("title")
    #expect(report.contains("title: 2 cases: 2 translated"), "\(report)")
    #expect(report.contains("TitleValue.swift: \(unread): see whether they write here."))
    let (draft, tests) = (
      try model.text("Sources/TitleValue.swift"), try model.text("Tests/TitleValueTests.swift")
    )
    for line in [
      "switch action.identifier {", "case \"note.rename\":", "case Keys.clear:", "Blocks.rename,",
    ] {
      #expect(draft.contains(line), "\(draft)")
    }
    #expect(
      tests.contains("if case \"note.rename\" = action.identifier { return \"note.rename\" }"),
      "\(tests)")
    #expect(
      try model.text("Tests/DraftedActions.swift").contains(
        "Rename(name: \"text \\(number(0...5))\")"))
  }

  @Test func aDraftNamesWhatCannotBeKnownAndBlocksThatStandElsewhere() throws {
    var module = try Self.module.get()
    let numbers = Self.blocks.indices.filter { Self.blocks[$0].use.contains("+text") }
    let blocks = numbers.map { "Blocks.block\($0)" }
    let lists = ["One": "legacy: [\(blocks[0])]", "Two": ".blocks([\(blocks[1])])"]
      .merging(["Text": "legacy: [\(blocks[2])]"]) { $1 }
    module.blockLists = BlockLists(
      lists.map { SourceTokens($1, path: "/\($0).swift") }, of: blocks)
    let context = DraftContext(of: try module.plan("text"), file: "/Text.swift")
    #expect(context.blocks == Array(blocks.dropFirst()))
    let question = "#error(\"CHECK: in which order does the store run \(blocks[1]), "
    #expect(context.notes.contains { $0.hasPrefix(question) })
    #expect(
      context.notes.filter { $0.contains(", too") || $0.contains("Blocks.made") } == [
        "// CHECK: \(blocks[0]) writes `text`, too, and is a block of the slice in One.swift: split it.",
        "// CHECK: \(blocks[1]) is in Two.swift:1, too: remove it there.",
      ] + ["// CHECK: Blocks.made is no closure in the sources: see whether it writes here."])
  }
}
