import Foundation
import Testing

@testable import SliceDrafting

/// The drafts of properties that few apps have, in modules in memory.
@Suite struct PlanTests {
  private static let leaves = """
    class State | var a: A
    class A | var b: any B | var c: C? | var d: [D] | var e: [String: E] | var f: G | let g: G | private var h: Int = 1 | var i: Int = -1 | var j: String = "x" | var k: G = G.one | private(set) var l: Int | var m: H<G> | var n: F = F(x: 1) | lazy var o: Int = 2 | let p: Int = 3 | public var q: Int | #if var r: Int
    protocol B
    struct C: Sendable | var x: Int
    struct D: Equatable | var x: Int
    enum E: Equatable, Sendable | case x
    struct F: Equatable, Sendable, Hashable | let x: Int | init(x: Int)
    enum G: Equatable, Sendable, Hashable | case one | case two(Int)
    enum Act | case go(B) | case stop(x: Int?, E) | case key(Key)
    struct Key: Equatable, Sendable | init(a: Int, b: String)
    """

  private static let owners = """
    class State | var s: S | var t: T | var u: U?
    class S | var one: T2? | let list: [T2] | private(set) var child: T2 | let kept: K2 | var optional: K2? | var dict: [Int: K] | var box: Box
    class T | weak var s: S? | var only: K3 | var k: [String: K2] | var u2: U? | unowned var s2: S | var t2s: [T2] | var alias: T2 | var named: [String: T2]
    class T2 | let id: Int | init(id: Int)
    class K | var x: Int = 1 | init()
    class K2 | let name: String | let x: Int | weak var t: T? | init(name: String, x: Int = 2) | init(name: String)
    class K3 | var s: S?
    class U | var t: T | weak var state: State? | var u: U?
    enum Box | case one(K3)
    protocol Act
    struct Go: Act | var x: Int
    enum Move: Act | case up | case down(by: Double)
    """

  private static let chains = """
    class State | var base: Base | var bases: [Base] = [] | var boxes: [Box] | var main: Hub | var order: Order | var trees: [Tree] | var rack: Rack? | var only: Only
    class Base | let id: Int | var leaf: Leaf? | init(id: Int)
    class Sub: Base | var inner: Inner | init(id: Int, inner: Inner)
    class Inner | var leaves: [Leaf] | var nuts: [Nut] | init()
    class Nut | let id: Int
    class Leaf | let key: String | weak var sub: Sub? | init(_ key: String)
    class Box | var parts: [Part] | var chosen: Part? | var several: [Part] | var twigs: [String: Twig] | init?() | init(parts: [Part] = []) throws | init(_ several: [Part], _ twigs: [String: Twig])
    class Part | var n: Int | init(n: Int)
    class Twig | let id: Int | var box: Box? | weak var state: State? | init(id: Int)
    class Hub | var x: Int | init(x: Int = 1)
    class Only | init()
    class Pins: Only | var pins: [Pin]
    class Pin | let id: Int
    class Order | weak var hub: Hub? | var strong: Hub? | var leaf: Leaf | var leaves: [Leaf] | weak var sub: Sub? | var twig: Twig? | var tree: Tree? | var slot: Slot? | var pin: Pin? | var nut: Nut?
    class Tree | let id: Int | var children: [Tree] | weak var parent: Tree? | init(id: Int, parent: Tree?)
    class Rack | var slots: [String: Slot] | init(hub: Hub, slots: [String: Slot])
    class Slot | let id: Int | init(_ id: String)
    enum Act | case go
    """

  @Test func rarePropertiesAreDraftedAsTheyWere() throws {
    let slices = ["bases", "trees"].map { name in
      let value = Module.type("StateSlice<State, Act, \(name.capitalized)Value>", [])
      return Constant(name: "Slices.\(name)", type: value, location: nil)
    }
    var drafts = ""
    for (lines, subjects) in [
      (Self.leaves, ["a"]), (Self.owners, ["s", "t", "u"]),
      (Self.chains, ["order", "boxes", "trees", "rack"]),
    ] {
      let module = Module(names: ["M"], types: Module(lines).types, constants: slices)
      let actions = ActionsDraft(
        module: module, graph: try module.graph(),
        action: try module.type(named: "Act", [.enum, .protocol]), target: "M")
      drafts += "\(lines)\n\n\(try module.audit(of: "State").text)\n\(actions.text)\n"
      for subject in subjects {
        let plan = try module.plan(subject, action: "Act")
        let context = DraftContext(of: plan, file: "")
        let tests = SliceTestsDraft(
          plan: plan, context: context, module: "M", initialState: "State()",
          filled: context.readings.map(\.value))
        drafts += "// MARK: \(subject)\n\n"
        drafts += SliceDraft(plan: plan, context: context).text + tests.text
      }
    }
    try expectReviewed(drafts, "Rare")
  }

  /// A list of `A` in a state, and lines of its draft.
  @Test(
    arguments: TextRow.rows(
      ##"""
      class A | let id: Int | var b: B | init(id: Int, b: B)\nclass B | var a: A | init(a: A)
        #error("CHECK: no initializer of B is called with these values alone, and keeps all its constants: make an object here.")
      class A | let id: Int\nclass B: A | var x: Int
        // CHECK: `list` is left out: its class has subclasses, whose values you write by hand.
      class A | let id: Int | var n: Int | init(id: Int, start: Int) => A(id: id, start: Int(0))
      // The default is another value than that of the constant.
      class A | let id: Int | let n: Int? | init(id: Int, n: Int = 1)
        #error("CHECK: no initializer of A is called with these values alone, and keeps all its constants: make an object here.")
      class A | let id: Int | var n: Int | init(id: Int, x: Int) | init(id: Int, n: Int) => A(id: id, n: n)
      class A | var k: K\nstruct K: Equatable, Sendable | let id: Int | var n: Int
        /// The list owns its objects: values, known by `k.id`.
      class A | let id: K\nstruct K: Equatable, Sendable | let n: Int
        /// The list owns its objects: values, known by their place, since they have no id.
      class A | let id: Int | var b: B?\nclass B | var id: Int = 1\nclass C | var bs: [B]\nclass T | var c: C
        // CHECK: `b` is left out: the `id` of its class has an initial value of its own, so a value cannot refer to it.
      class A | let id: Int | var b: B?\nclass B | var id: Int?\nclass C | var bs: [B]\nclass T | var c: C
        // CHECK: `b` is left out: the `id` of its class may be nil, so a value cannot refer to it.
      class A | let id: K\nstruct K: Equatable, Sendable, Hashable | let n: Int
        /// The list owns its objects: values, known by `id`.
      // `Cursor` has the identifier of a class.
      class A | let id: Int | var c: [Cursor]
        // CHECK: `c` is left out: Cursor is a class of another module.
      class A: P | var n: Int = 1\nclass P | let id: Int | init(id: Int) => A(id: id)
      class A | let id: Int | init(id: Int, kind: K)\nenum K: Equatable, Sendable | case one | case two
        A(id: id, kind: K.one)
      class A | let id: Int | init(id: Int, b: B)\nclass B | init(x: Int, y: Int) | init(onlyOne: C)\nclass C | init(d: D)\nclass D | init(n: Int)
        #error("CHECK: no initializer of A is called with these values alone, and keeps all its constants: make an object here.")
      class A | var cs: [C] | var b: B<C?>\nclass B<T> | var chosen: T\nclass C | let id: Int => var chosenID: Int?
      class A | let id: Int | weak var u: U?\nclass T | var only: U\nclass U | var n: Int
        // `u` always refers to `t.only`: it is set when the objects are written.
      // An object that was removed, and another one with its id.
      class A | let id: Int | let title: String | init(id: Int, title: String)
        object.id == id && object.title == title
        fits: { $1.fits($0) }, make: { $0.makeObject() })
      // The list of what the elements refer back to, although another one is nearer to the root.
      class A | let id: Int | @BackReference var t: T?\nclass T | var all: [A]
        /// `T.all` owns what `list` refers to: its id.
      // Classes with a base in common have owners of their own.
      class E | let id: String | init(id: String)\nclass A: E | @BackReference var job: J? | var skills: [String: S] | var last: E?\nclass S: E\nclass J: E\nclass T | var jobs: [J]
        var jobID: String?
        /// The dictionary owns its objects: values, known by their keys.
        // CHECK: `last` is left out: classes below E have owners of their own, and it may refer to any.
      """##))
  func aRareLineIsDrafted(row: TextRow) throws {
    let module = Module("class State | var list: [A] | var t: T\nenum Act | case go\n" + row.text)
    let draft = try module.draft("list", action: "Act")
    #expect(row.expected.filter { !draft.contains("  \($0)\n") } == [])
  }

  @Test(arguments: [
    (nil, "Int?", "nil"), (nil, "Int", nil), ("[]", "[Int]", "[]"), ("-1.5", "Double", "-1.5"),
    ("1_000", "Int", "1_000"), ("1 + 2", "Int", nil), ("-x", "Int", nil), ("x1", "Int", nil),
    ("\"a\"", "String", "\"a\""), ("a + \"b\"", "String", nil), ("\"a\\(b)\"", "String", nil),
    ("\"a\" + b", "String", nil), (".one", "G", ".one"), (".f(1)", "G", nil), (".", "G", nil),
    ("G.one", "G", ".one"), ("G.one", "M.G", ".one"), ("H.one", "G", nil), ("G.one.x", "G", nil),
  ])
  func initialValuesThatCompileElsewhereAreKept(text: String?, type: String, expected: String?) {
    let type = Module.type(Substring(type), [])
    var field = Field(
      name: "a", type: type, access: "internal", location: nil, setterAccess: "internal")
    field.initialValue = text
    #expect(Leaf.portableValue(of: field, type: type) == expected)
  }

  /// A text that is no simple type stays as it is.
  @Test(arguments: [
    ("[A: [B]]?", ["[A: [B]]", "A", "[B]", "B"]), ("A!", ["A"]), ("A<B>.C<D>", ["D"]),
    ("A<B?, C>.D", ["B?", "C", "B"]), ("(A, B)", []), ("[A", []), ("A<B", []), ("(A", []),
    ("[A: B", []), ("A.", []), ("any A", []), ("A<B, any C>", ["B", "any C"]), ("any A & B", []),
    ("A B", []),
  ])
  func typesAreRead(text: String, expected: [String]) {
    func parts(_ type: TypeExpression) -> [String] {
      type.parts.map(Module("").spelling) + type.parts.flatMap(parts)
    }
    let type = Module.type(Substring(text), [])
    #expect(parts(type) == expected)
    #expect(type.isOptional == (text.hasSuffix("?") || text.hasSuffix("!")))
  }

  @Test func theFirstWordOfANameIsSmall() {
    let names = ["Feed", "RSSFeed", "URL", "tag"].map(\.uncapitalized)
    #expect(names == ["feed", "rssFeed", "url", "tag"])
  }

  @Test func samplesEndWhereTypesGoOn() {
    let module = Module(
      """
      struct A | init?(a: Int) | init(b: Int) throws | init() | init(c: [Int], d: B = 1)
      struct C | init(_ c: [C])
      protocol B
      enum D | case d(E)
      enum E | case e(F)
      enum F | case f | case g | case h
      """)
    func value(_ type: Substring) -> String? {
      Samples(module: module).value(of: Module.type(type, ["A", "B", "C", "D"]), "n")
    }
    #expect(value("Int8") == "Int8(truncatingIfNeeded: (n) % 100)")
    #expect(value("WindowUUID")?.hasPrefix("WindowUUID(UUID(uuid: (0, ") == true)
    #expect(value("Duration") == "Duration.seconds(n)")
    #expect(value("TimeZone") == "TimeZone(secondsFromGMT: (n) % 12 * 3_600)!")
    #expect(value("D") == "D.d(E.e([F.f, F.g][(n) % 2]))")
    #expect(value("A") == "A(c: [Int(n + 101), Int(n)])")
    #expect(value("C") == "C([C([]), C([])])")
    #expect(value("[B?: Set<B>]") == "[nil: []]" && value("[B: Int]") == "[:]" && value("B") == nil)
  }
}

extension Module {
  /// A module in memory: one type to a line, with its members behind bars.
  ///
  /// All types are Codable.
  init(_ lines: String) {
    self.init(names: ["M"], types: [:], constants: [])
    let lines = lines.split(separator: "\n").map { $0.components(separatedBy: " | ") }
    let heads = lines.map { $0[0].split { " :,<>".contains($0) }.map(String.init) }
    let names = Set(heads.map { $0[1] })
    for (head, members) in zip(heads, lines) {
      guard let kind = TypeDeclaration.Kind(rawValue: head[0]) else { continue }
      var type = TypeDeclaration(
        identifier: head[1], kind: kind, name: head[1], module: "M", access: "internal")
      type.genericParameters = members[0].contains("<") ? [head[2]] : []
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
              isConvenience: match.1.contains("convenience"), isFailable: !match.2.isEmpty,
              canThrow: match.4.contains("throws")))
        } else if let field = Self.field(member, names) {
          type.fields.append(field)
        }
      }
      add(type)
    }
  }

  private static func field(_ text: String, _ names: Set<String>) -> Field? {
    let isConditional = text.hasPrefix("#if ")
    let text = isConditional ? String(text.dropFirst(4)) : text
    guard let match = text.wholeMatch(of: /.*(var|let) (\w+): ([^=]*[^= ])( = .*)?/) else {
      return nil
    }
    let reader = DeclarationReader(source: SourceTokens(text))
    let place = text.utf8.distance(from: text.startIndex, to: match.2.startIndex)
    guard let name = reader.index(0, place) else { return nil }
    let property = reader.property(at: name)
    let access =
      property.modifiers.first { $0.hasSuffix("private") || $0 == "public" } ?? "internal"
    let setter = property.modifiers.contains("private(set)") ? "private" : access
    var field = Field(
      name: String(match.2), type: type(match.3, names), access: access, location: nil,
      setterAccess: setter)
    field.isLet = match.1 == "let"
    field.isConditional = isConditional
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
        return SymbolGraph.Fragment(kind: kind, spelling: token.text, preciseIdentifier: identifier)
      })
  }
}
