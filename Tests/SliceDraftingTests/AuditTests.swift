import Foundation
import Testing

@testable import SliceDrafting

/// The audit of the made-up app, and of small graphs with one fault each.
@Suite struct AuditTests {
  private func audit() throws -> Audit {
    let module = try WorkshopGraph.module.get()
    return Audit(of: StateGraph(of: try module.type(named: "WorkshopState", [.class]), in: module))
  }

  private func subjects(_ rule: Audit.Finding.Rule) throws -> [String] {
    try audit().findings.filter { $0.rule == rule }.map(\.subject)
  }

  @Test func findingsAreThoseOfTheApp() throws {
    #expect(try subjects(.cycle) == ["Customer.referrer"])
    #expect(try subjects(.unnamedProperty) == ["Preferences.greeting", "ActivityLog.cachedCount"])
    #expect(try subjects(.copiedByValue).contains("Accent"))
    #expect(try subjects(.strongLink).isEmpty)
    #expect(try subjects(.uncodedSubclass).isEmpty)
    // Those with hooks are not proposed.
    #expect(try subjects(.copyHook).isEmpty)
  }

  @Test func slicesWithReferencesComeLast() throws {
    let slices = try audit().slices
    #expect(slices.last?.slice == "catalog")
    #expect(slices.last?.dependents == ["Bench.current", "OrderLine.tool"])
    #expect(slices.first { $0.slice == "benches" }?.aliases == ["Bench.current"])
    #expect(slices.first { $0.slice == "catalog" }?.writers == ["WorkshopReducers.catalog"])
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
    let sources = FileManager.default.temporaryDirectory
      .appendingPathComponent("lists-\(UUID().uuidString)")
    try FileManager.default.copyItem(
      at: WorkshopGraph.folder.appendingPathComponent("Workshop"), to: sources)
    defer { try? FileManager.default.removeItem(at: sources) }
    let file = sources.appendingPathComponent("WorkshopActions.swift")
    let slice = "let one = StateSlice(\"one\", legacy: [WorkshopReducers.catalog], reducer: one)\n"
    try (String(contentsOf: file, encoding: .utf8) + slice)
      .write(to: file, atomically: false, encoding: .utf8)
    var module = try Module(
      symbolGraphsIn: [WorkshopGraph.folder.appendingPathComponent("Graphs")], sources: sources)
    #expect(module.blockLists.places.mapValues(\.count) == ["WorkshopReducers.catalog": 1])
    let twice = "legacy: [WorkshopReducers.catalog], .blocks([WorkshopReducers.catalog])"
    module.blockLists = BlockLists(
      [SourceTokens(twice)],
      of: ["WorkshopReducers.catalog", "WorkshopReducers.preferences"])
    let root = try module.type(named: "WorkshopState", [.class])
    let found = Audit(of: StateGraph(of: root, in: module)).findings
    #expect(
      found.filter { $0.rule == .unlistedBlock }.map(\.subject) == ["WorkshopReducers.preferences"])
    #expect(
      found.filter { $0.rule == .blockListedTwice }.map(\.subject) == ["WorkshopReducers.catalog"])
  }

  @Test func theJSONHasEveryClass() throws {
    let data = try JSONEncoder().encode(audit())
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((object["classes"] as? [Any])?.count == 32)
  }

  @Test func theReportNamesClassesFindingsAndSlices() throws {
    let module = Module(
      """
      class Shelf | var title: String | var best: Page? | var books: [Book] | var atlas: Atlas
      class Book | var pages: [Page]
      class Page | var book: Book? | weak var shown: Page?
      class Atlas: Book | var first: Page | var maps: Int | var marks: [String: Mark] | var size: Size? | var engine: Engine
      class Engine | var state: any State | let version: Int = 1
      enum Mark: Sendable | case plain
      struct Size: Sendable | var width: Int
      """)
    let audit = Audit(of: StateGraph(of: try module.type(named: "Shelf", [.class]), in: module))
    func subjects(_ rule: Audit.Finding.Rule) -> [String] {
      audit.findings.filter { $0.rule == rule }.map(\.subject)
    }
    #expect(subjects(.strongLink) == ["Page.book"])
    #expect(subjects(.weakLink) == ["Page.shown"])
    #expect(subjects(.uncodedSubclass) == ["Atlas"])
    #expect(subjects(.hierarchy) == ["Shelf.books"])
    #expect(subjects(.cycle) == ["Page.book"])
    // A tree may have references to where it grows.
    let tree = Module("class S | var all: [F]\nclass F | var inner: [F] | var outer: F?")
    let found = Audit(of: StateGraph(of: try tree.type(named: "S", [.class]), in: tree)).findings
    #expect(!found.contains { $0.rule == .strongLink })
    #expect(found.filter { $0.rule == .copyHook }.map(\.subject) == ["F"])
    // The text was read once; here its digest stands for it.
    #expect(DraftFile.digest(of: audit.text) == "9768d67eb9f90198", "\(audit.text)")
  }
}
