import Foundation
import Testing

@testable import SliceDrafting

/// The audit of a made-up app, and of small graphs with one fault each.
@Suite struct AuditTests {
  private func audit(_ module: Module? = nil, of state: String = "AtticState") throws -> Audit {
    try (module ?? CompiledModule(model: "Attic").module()).audit(of: state)
  }

  @Test func aBlockThatIsForgottenOrListedTwiceIsFound() throws {
    let text = """
      enum Blocks {
        static let a: Block = { $0.a = $1 }, b: Block = { _, _ in }, c: Block = { _, _ in }
        static let rest: [Block] = [Blocks.c, d]
      }
      let one = StateSlice("one", legacy: [Other.b, Other.d, Blocks.a], reducer: one)
      let two = StateSlice("two", legacy: Blocks.rest, reducer: Reducer { $0.a = $1 })
      let entries = [.slice(one), .slice(two), .blocks([d, Blocks.a]), .blocks(rest)]
      """
    let blocks = ["Blocks.a", "Blocks.b", "Blocks.c", "d"]
    let lists = BlockLists([SourceTokens(text, path: "/Slices.swift")], of: blocks)
    #expect(
      lists.places == [
        "Blocks.a": ["Slices.swift:5", "Slices.swift:7"],
        "Blocks.c": ["Slices.swift:6", "Slices.swift:7"],
        "d": ["Slices.swift:6", "Slices.swift:7", "Slices.swift:7"],
      ])
    #expect(BlockLists([SourceTokens("let all = [a]")], of: ["a"]).isEmpty)

    // The lists of a module are those in its sources.
    let model = try CompiledModule(model: "Attic")
    let slice = "let one = StateSlice(\"one\", legacy: [AtticBlocks.house], reducer: one)\n"
    try model.write(model.text("Sources/Attic.swift") + slice, to: "Sources/Attic.swift")
    var module = try model.module()
    #expect(module.blockLists.places.mapValues(\.count) == ["AtticBlocks.house": 1])
    let twice = "legacy: [AtticBlocks.house, AtticBlocks.desk], .blocks([AtticBlocks.house])"
    module.blockLists = BlockLists(
      [SourceTokens(twice)], of: ["house", "desk", "racks", "crew"].map { "AtticBlocks.\($0)" })
    let found = try audit(module)
    #expect(
      found.subjects(.unlistedBlock) == [
        "AtticBlocks.racks", "AtticBlocks.crew", "AtticBlocks.settings",
      ])
    #expect(found.subjects(.blockListedTwice) == ["AtticBlocks.house"])
  }

  /// A property that the state inherits is a slice, with what it owns, and a back reference is a reference.
  @Test func anInheritedPropertyIsASlice() throws {
    let module = Module(
      """
      class S: P | var kids: [Kid]
      class P | var all: [Item] | var title: String
      class Item | var n: Int | var s: S?
      class Kid | @BackReference var item: Item?
      """)
    let slices = try audit(module, of: "S").slices
    #expect(slices.map(\.slice) == ["title", "kids", "all"])
    #expect(slices.map(\.fields) == [1, 1, 2])
    #expect(slices.map(\.aliases) == [[], ["Kid.item"], []])
    #expect(slices.map(\.dependents) == [[], [], ["Kid.item"]])
  }

  /// The values that a block makes, and those that its new objects make, through defaults and base classes.
  @Test func whatEachSideMakesForItselfIsNamed() throws {
    let source = """
      import Foundation
      import ReferenceRedux
      public enum Action { case add, pick, none }
      class Entity { let id: String, made: Date; init(id: String, made: Date = Date()) { self.id = id; self.made = made } }
      final class Note: Entity { var key = UUID(); init(_ id: String = UUID().uuidString) { super.init(id: id) } }
      final class Book: Entity { init(_ id: String) { super.init(id: id, made: .distantPast) } }
      public final class State {
        var notes: [Note] = [], books: [Book] = [], queue: Queue?, played: PlayQueue?
        var title = "" { willSet { sort() } }
        unowned var last: Book?
        func sort() { notes.shuffle() }
      }
      struct Queue: Codable { var n = 1 }
      final class PlayQueue: NSObject, NSCoding { init?(coder: NSCoder) {}; func encode(with coder: NSCoder) {} }
      public enum Blocks {
        public static let notes: ReduceBlock<State, Action> = { state, action in
          state.notes.append(Note())
          if case .pick = action { state.sort() }
        }
        public static let given: ReduceBlock<State, Action> = { state, _ in
          state.notes.append(Note("a"))
          state.books.append(Book("a"))
        }
        public static let books: ReduceBlock<State, Action> = { state, _ in state.books.append(Book("a")) }
      }
      """
    let audit = try CompiledModule("App", ["App.swift": source]).module().audit(of: "State")
    #expect(
      audit.findings.filter { $0.rule == .unrepeatable }.map(\.text)
        == [
          "Blocks.notes: `Date()` in Entity.init, `UUID()` in Note.init, `UUID()` in Note.key, `.shuffle(...)` in State.sort",
          "Blocks.given: `Date()` in Entity.init, `UUID()` in Note.key",
        ].map { $0 + ": each side makes its own; pass it in the action" })
    // A value that is coded is state, however it is called.
    #expect(audit.subjects(.service) == [])
    #expect(audit.subjects(.observer) == ["State.title"])
    #expect(audit.subjects(.weakLink) == ["State.last"])
  }

  @Test func theReportNamesClassesFindingsAndSlices() throws {
    let module = Module(
      """
      class Shelf | var title: String | var best: Page? | var books: [Book] | var atlas: Atlas
      class Book | var pages: [Page] | var skin: Skin
      class Page | var book: Book? | weak var shown: Page?
      class Atlas: Book | var first: Page | var maps: Int | var marks: [String: Mark] | var size: Size? | var engine: Engine
      class Engine | var state: any State | let version: Int = 1
      enum Mark: Sendable | case plain
      struct Size: Sendable | var width: Int
      struct Skin | var hue: Int
      """)
    let audit = try audit(module, of: "Shelf")
    // A tree may have references to where it grows.
    let tree = Module("class S | var all: [F]\nclass F | var inner: [F] | var outer: F?")
    let found = try self.audit(tree, of: "S")
    #expect(found.subjects(.strongLink).isEmpty)
    // It may be seen before what owns it.
    let late = Module(
      "class S | weak var top: F? | var a: A\nclass A | var all: [F]\nclass F | var inner: [F]")
    let graph = try late.graph(of: "S")
    #expect(graph.links.filter(graph.owns).map(graph.name) == ["S.a", "F.inner", "A.all"])
    try expectReviewed(audit.text, "Shelf")
  }
}

extension Audit {
  /// The subjects of the findings of a rule.
  func subjects(_ rule: Finding.Rule) -> [String] {
    findings.filter { $0.rule == rule }.map(\.subject)
  }
}
