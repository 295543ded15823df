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

  @Test func ownersAreLists() throws {
    let links = try audit().links
    func kind(_ holder: String, _ field: String) -> String? {
      links.first { $0.holder == holder && $0.field == field }?.kind
    }
    #expect(kind("Catalog", "tools") == "owns")
    #expect(kind("Catalog", "featured") == "alias")
    #expect(kind("Tool", "catalog") == "back reference")
    #expect(kind("Folder", "children") == "owns")
    #expect(kind("Box<Crate>", "item") == "owns")
  }

  @Test func aBlockThatIsForgottenOrListedTwiceIsFound() throws {
    let text = """
      enum Blocks {
        static let a: Block = { $0.a = $1 }, b: Block = { _, _ in }, c: Block = { _, _ in }
        static let rest: [Block] = [Blocks.c, d]
      }
      let one = StateSlice("one", legacy: [Other.b, Blocks.a], reducer: one)
      let two = StateSlice("two", legacy: Blocks.rest, reducer: Reducer { $0.a = $1 })
      let entries = [.slice(one), .slice(two), .blocks([d, Blocks.a])]
      """
    let blocks = ["Blocks.a", "Blocks.b", "Blocks.c", "d"]
    let lists = BlockLists([("Slices.swift", SourceTokens(text))], of: blocks)
    #expect(
      lists.places == [
        "Blocks.a": ["Slices.swift:5", "Slices.swift:7"], "Blocks.c": ["Slices.swift:6"],
        "d": ["Slices.swift:6", "Slices.swift:7"],
      ])
    #expect(BlockLists([("A.swift", SourceTokens("let all = [a]"))], of: ["a"]).isEmpty)

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
      [("A.swift", SourceTokens(twice))],
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
    #expect(subjects(.cycle) == ["Page.book"])
    // The text was read once; here its digest stands for it.
    #expect(DraftFile.digest(of: audit.text) == "525b87ffe81b7b5b", "\(audit.text)")
  }
}

extension Module {
  /// A module in memory: one type to a line, with its members behind bars.
  ///
  /// All types are Codable.
  init(_ lines: String) {
    self.init(names: ["M"], types: [:], constants: [])
    let lines = lines.split(separator: "\n").map { $0.components(separatedBy: " | ") }
    let heads = lines.map { $0[0].split { " :,".contains($0) }.map(String.init) }
    let names = Set(heads.map { $0[1] })
    for (head, members) in zip(heads, lines) {
      guard let kind = TypeDeclaration.Kind(rawValue: head[0]) else { continue }
      var type = TypeDeclaration(
        identifier: head[1], kind: kind, name: head[1], module: "M", access: "internal")
      type.superclass = head.dropFirst(2).first { names.contains($0) && kind == .class }
      type.conformances = Set(head.dropFirst(2)).union(["Encodable", "Decodable"])
      for member in members.dropFirst() {
        if let match = member.wholeMatch(of: /case (\w+)(.*)/) {
          let payload = Self.parameters(match.2, names)
          type.cases.append(EnumCase(name: String(match.1), payload: payload, rawValue: nil))
        } else if let match = member.wholeMatch(of: /(.*?)init(\??)(\(.*\))(.*)/) {
          type.initializers.append(
            Initializer(
              parameters: Self.parameters(match.3, names), access: "internal",
              text: String(member.dropFirst(match.1.count)),
              location: nil, isWritten: true, isConvenience: match.1.contains("convenience"),
              isRequired: match.1.contains("required"), isFailable: !match.2.isEmpty,
              canThrow: match.4.contains("throws")))
        } else if let field = Self.field(member, names) {
          type.fields.append(field)
        }
      }
      add(type)
    }
  }

  private static func field(_ text: String, _ names: Set<String>) -> Field? {
    guard let match = text.wholeMatch(of: /.*(var|let) (\w+): ([^=]*[^= ])( = .*)?/),
      let property = DeclarationReader(source: SourceTokens(text)).property(
        line: 0, character: text.utf8.distance(from: text.startIndex, to: match.2.startIndex))
    else { return nil }
    let access = property.modifiers.first { $0.hasSuffix("private") } ?? "internal"
    let setter = property.modifiers.contains("private(set)") ? "private" : access
    var field = Field(
      name: String(match.2), type: type(match.3, names), access: access, location: nil,
      setterAccess: setter)
    field.isLet = match.1 == "let"
    field.isLazy = property.modifiers.contains("lazy")
    field.wrapper = property.attributes.first
    if property.modifiers.contains("weak") { field.ownership = .weak }
    field.initialValue = property.initialValue
    return field
  }

  private static func parameters(_ text: Substring, _ names: Set<String>) -> [Parameter] {
    text.dropFirst().dropLast().split(separator: ", ").map { part in
      let parts = part.split(separator: ": ", maxSplits: 1)
      let type = type(parts[parts.count - 1].prefix { $0 != "=" }, names)
      let label = parts.count == 1 ? "_" : String(parts[0].prefix { $0 != " " })
      let name = parts[0].split(separator: " ").last ?? "_"
      return Parameter(label: label, name: String(name), type: type, hasDefault: part.contains("="))
    }
  }

  static func type(_ text: Substring, _ names: Set<String>) -> TypeExpression {
    TypeExpression(
      SourceTokens(String(text)).tokens.map { token in
        let kind = token.kind == .mark ? "text" : token.text == "any" ? "keyword" : "typeIdentifier"
        let identifier = names.contains(token.text) ? token.text : "s:S" + token.text.prefix(1)
        return SymbolGraph.Fragment(
          kind: kind, spelling: token.text, preciseIdentifier: identifier)
      })
  }
}
