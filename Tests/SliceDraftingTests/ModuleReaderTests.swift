import Foundation
import Testing

@testable import SliceDrafting

/// The reader joins symbol graphs with what the sources say.
@Suite struct ModuleReaderTests {
  @Test func unknownAndUnclearNamesAreErrors() throws {
    let module = try CompiledModule(model: "Attic").module()
    #expect(
      throws: DraftingError("no class named lock in Attic, ReferenceRedux; similar: Lock, Padlock")
    ) {
      try module.type(named: "lock", [.class])
    }
    for name in ["Row", "Section.Row", "Panels.Section.Row", "Attic.Panels.Section.Row"] {
      #expect(try module.type(named: name, [.class]).name == "Panels.Section.Row")
    }
    let types = try ["Box", "Padlock"].map { try module.type(named: $0, [.class]) }
    #expect(types.map(\.decodesItself) == [false, true])
    #expect(types.map(\.codingNames) == [["label": "name"], [:]])
    let event = try module.type(named: "AtticEvent", [.protocol])
    #expect(module.actions(of: event).map(\.name) == ["AllRemoved"])
    let unclear = #expect(throws: DraftingError.self) {
      try module.type(named: "CodingKeys", [.enum])
    }
    #expect(unclear?.description.hasPrefix("CodingKeys is not unique: Box.CodingKeys, ") == true)
    #expect(throws: DraftingError("no type named Tol in Attic, ReferenceRedux")) {
      try module.type(named: "Tol", [.class, .enum])
    }
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("no such folder")
    #expect(throws: DraftingError("no symbol graph (*.symbols.json) in \(empty.path)")) {
      try Module(symbolGraphsIn: [empty])
    }
  }

  /// A part of a symbol graph, its replacement, and a part of the error; none where the graph is read.
  @Test(
    arguments: TextRow.rows(
      """
      "line": => "line":9223372036854775807,"was":
        is no symbol graph
      "character": => "character":-1,"was":
        is no symbol graph
      "line": => "line":4294967295,"was":
      "character": => "character":4294967295,"was":
      "accessLevel": => "was":
        is no symbol graph
      "pathComponents":[ => "pathComponents":[],"was":[
      "relationships":[ => "relationships":[{"kind":"inheritsFrom","source":"s:6Reader7AccountC","target":"s:6Reader7AccountC"},
        a symbol graph is damaged: Account inherits itself
      "relationships":[ => "relationships":[{"kind":"inheritsFrom","source":"s:6Reader4FeedC","target":"s:6Reader6FolderC"},{"kind":"inheritsFrom","source":"s:6Reader6FolderC","target":"s:6Reader4FeedC"},
        inherits itself
      // `Feeds` is an alias of itself.
      "spelling":"Set","preciseIdentifier":"s:Sh" => "spelling":"Feeds","preciseIdentifier":"s:6Reader5Feedsa"
      """))
  func aDamagedGraphIsAnError(row: TextRow) throws {
    let model = try CompiledModule(model: "Reader")
    for (name, text) in try CompiledModule.texts(in: model.graph) {
      try model.write(text.replacing(row.text, with: row.expected[0]), to: "Graph/\(name)")
    }
    var message: String?
    do { _ = try model.run("audit", "--state", "ReaderState") } catch { message = "\(error)" }
    guard let reason = row.expected.dropFirst().first else {
      return #expect(message == nil || message?.contains("ReaderState") == true)
    }
    #expect(message?.contains(reason) == true, "\(message ?? "no error")")
  }
}

/// The tokenizer finds declarations between comments, strings and conditions.
@Suite(.timeLimit(.minutes(15))) struct DeclarationReaderTests {
  /// A reader of a line, and the index of `here` in it.
  private func read(_ line: String) throws -> (DeclarationReader, Int) {
    let name = try #require(line.range(of: "here"))
    let reader = DeclarationReader(source: SourceTokens("class A {\n" + line + "\n}\n"))
    return (reader, try #require(reader.index(1, line[..<name.lowerBound].utf8.count)))
  }

  private func property(_ line: String) throws -> DeclarationReader.Property {
    let (reader, place) = try read(line)
    return reader.property(at: place)
  }

  /// Each token with the first letter of its kind; `#` in front of those between conditions.
  @Test(arguments: [
    ("a.b 1.5 1...2 3.max 0x_1F.2e 4.", "wa m. wb n1.5 n1 m. m. m. n2 n3 m. wmax n0x_1F.2e n4 m."),
    (
      "a<b>=c ?? [d]?.e! <=f->g::h",
      "wa m< wb m>= wc m? m? m[ wd m] m? m. we m! m<= wf m-> wg m: m: wh"
    ),
    ("/* a /* b */ c\n*/ d /* e\n */ / f // g\nh/", "wd\nm/ wf\nwh m/"),
    ("a /* b", "wa"), ("a/**/c", "wa wc"), ("(/a", "m( m/ wa"), ("a /b/", "wa m/ wb m/"),
    ("`a b` \r\t$0 é", "w`a b` w$0 wé"),
    ("a `", "wa w`"), ("\u{FEFF}a ##b #", "wa w## wb w#"),
    (#""a"b "\"" "\\" "\(f(")"))" c"#, #"s"a" wb s"\"" s"\\" s"\(f(")"))" wc"#),
    (###"#"a" \(b)"# ##"" \##(")") "#"## c"###, ###"s#"a" \(b)"# s##"" \##(")") "#"## wc"###),
    ("\"\"\"\n\"a\"\n\"\"\" \"b", "s\"\"\"\n\"a\"\n\"\"\" s\"b"), ("\"a\\", "s\"a\\"),
    (#""\(a["\(f("x"))", "\""])" b"#, #"s"\(a["\(f("x"))", "\""])" wb"#),
    (#""\(a"#, #"s"\(a"#), (#""\("a"#, #"s"\("a"#),
    ("#if A\n#if B\n#else a\n#endif\nb\n#endif\n#endif\n#if C\n#elseif D\nc", "#wb\n#wc"),
    ("#endif\n#file # a", "w#file w# wa"), ("f(1, / ) / c", "wf m( n1 m, m/ m) m/ wc"),
    ("a\nb\n\nc", "wa\nwb\nwc"),
  ])
  func sourcesAreSplitIntoTokens(text: String, expected: String) {
    let tokens: [String] = SourceTokens(text).tokens.map { token in
      (token.beginsLine ? "\n" : " ") + (token.isConditional ? "#" : "")
        + "\(token.kind)".prefix(1) + token.text
    }
    #expect(tokens.joined() == "\n" + expected)
  }

  @Test func placesOfTokensAreFound() {
    let source = SourceTokens("a {\n  (b] c\n}}")
    #expect(source.offset(line: 1, character: 3) == 7)
    #expect(
      [(2, 3), (3, 0), (-1, 0)].allSatisfy { source.offset(line: $0.0, character: $0.1) == nil })
    for offset in 0...source.bytes.count {
      let place = source.place(of: offset)
      #expect(source.offset(line: place.line, character: place.character) == offset)
      #expect(place.line == source.bytes[..<offset].count { $0 == UInt8(ascii: "\n") })
      #expect(source.index(at: offset) == source.tokens.firstIndex { $0.range ~= offset })
    }
    #expect(source.text(1...2) == "{\n  (")
    #expect(source.tokens.indices.map(source.close) == [nil, 6, 4, nil, nil, nil, nil, nil])
  }

  @Test(arguments: [
    ("var here = 1", "1"), ("var here: Int = 1 // = 2", "1"), ("var here /* = 3 */ = 2", "2"),
    ("var here = [1, 2]", "[1, 2]"), ("var here = f(1) { $0 }", "f(1) { $0 }"),
    ("var here = \"a \\(\"b\") }\" { didSet {} }", "\"a \\(\"b\") }\""),
    ("var other = 1, here = 2", "2"), ("var here = 1, other = 2", "1"),
    ("var here = a\n    .b()\n  var other = 2", "a\n    .b()"),
    ("var here = #\"x \" }\"#", "#\"x \" }\"#"), ("var here: [A<B>]? = nil", "nil"),
    ("var here =", nil), ("var here =\n  1", "1"), ("var here: (A) ->\n  B = 1", "1"),
    ("var here: (a: A, b: B) = c; var d", "c"), ("var here: A\n  & B = 1", "1"),
    ("var here = a\n  { $0 }", "a\n  { $0 }"), ("var here = a ??\n  b\n  c", "a ??\n  b"),
    ("var here = a\n  ? b : c\n  { didSet {} }", "a\n  ? b : c"),
    ("let here: A = .b }", ".b"), ("let here: [Int\n: A]\n  = [:]", "[:]"), ("var here: A }", nil),
  ])
  func initialValuesAreRead(line: String, expected: String?) throws {
    #expect(try property(line).initialValue == expected)
  }

  @Test(arguments: [
    ("@A(b: 1) private(set) var here: Int = 1", ["A"], ["private(set)"]),
    ("@M.A private @B([1]) weak var here: C", ["A", "B"], ["private", "weak"]),
    ("func f()\n  public unowned(unsafe) let here: A", [], ["public", "unowned(unsafe)"]),
    ("@A\n@M.B(c) lazy var a = f(x), here = 2", ["A", "B"], ["lazy"]),
    ("let a = [1]; static let here = 1", [], ["static"]), ("x var (a) here", [], []),
    ("final let (b, here) = c", [], []),
  ])
  func attributesAndModifiersAreRead(
    line: String, attributes: [String], modifiers: [String]
  ) throws {
    #expect(try property(line).attributes == attributes)
    #expect(try property(line).modifiers == modifiers)
    let (reader, place) = try read(line)
    #expect(reader.modifiers(at: place) == modifiers)
  }

  @Test func membersOfATypeAreFound() throws {
    let text = """
      let a = 1
      @B public final class C {
        var b: Int { let c = 1; return c }, `c` = 2
        let d: (e: Int), f = [1, g], e = 0
        func h(i: Int, j: Int) {}
        case k, l
      }
      let m = 1
      """
    let reader = DeclarationReader(source: SourceTokens(text))
    let type = try #require(reader.index(1, 22))
    let body = try #require(reader.type(at: type))
    #expect(body.attributes == ["B"] && body.modifiers == ["public", "final"])
    #expect(body.open == 34 && body.close == 159)
    #expect(reader.type(at: try #require(reader.index(7, 4))) == nil)
    #expect(DeclarationReader(source: SourceTokens("(a) var b")).modifiers(at: 4) == [])
    let places = "abcdefghijklm".map { name in
      reader.place(ofPropertyNamed: String(name), in: body).map { [$0.line, $0.character] }
    }
    let found = [nil, nil, [2, 38], [3, 6], [3, 31], [3, 19]]
    #expect(places == found + [nil, nil, nil, nil, nil, nil, nil])
  }
}
