import Foundation
import Testing

@testable import SliceDrafting

/// The committed symbol graph of the made-up app, and its sources.
enum WorkshopGraph {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static let module: Result<Module, any Error> = Result {
    try Module(
      symbolGraphsIn: [folder.appendingPathComponent("Graphs")],
      sources: folder.appendingPathComponent("Workshop"))
  }

  static func type(_ name: String) throws -> TypeDeclaration {
    try module.get().type(named: name, [.class, .struct, .enum])
  }
}

/// The reader joins symbol graphs with what the sources say.
@Suite struct ModuleReaderTests {
  private func field(_ name: String, of type: String) throws -> Field {
    try #require(try WorkshopGraph.type(type).fields.first { $0.name == name })
  }

  @Test func everyFormOfAPropertyIsRead() throws {
    let fields = try WorkshopGraph.type("Preferences").fields
    #expect(
      fields.map(\.name) == [
        "version", "isDark", "accent", "name", "renames", "secret", "volume", "first", "second",
        "greeting", "in", "limits", "tags", "updated", "window",
      ])
    #expect(try field("version", of: "Preferences").isLet)
    #expect(try field("name", of: "Preferences").isObserved)
    #expect(try field("renames", of: "Preferences").setterAccess == "private")
    #expect(try field("secret", of: "Preferences").access == "private")
    #expect(try field("volume", of: "Preferences").wrapper == "Clamped")
    #expect(try field("greeting", of: "Preferences").isLazy)
    #expect(try field("second", of: "Preferences").initialValue == "2.5")
    #expect(try field("greeting", of: "Preferences").initialValue == #""Hello, \(name) {""#)
    #expect(try field("window", of: "Preferences").initialValue == "WindowFrame(x: 0, y: 0)")
  }

  @Test func codingKeysAreReadWithTheirRawValues() throws {
    let preferences = try WorkshopGraph.type("Preferences")
    #expect(preferences.codingNames["isDark"] == "dark")
    #expect(preferences.isCoded(try field("isDark", of: "Preferences")))
    #expect(try !WorkshopGraph.type("ActivityLog").isCoded(field("cachedCount", of: "ActivityLog")))
    #expect(try WorkshopGraph.type("SearchPanel").isCoded(field("query", of: "SearchPanel")))
  }

  @Test func inheritanceAndWrittenCodingAreRead() throws {
    let module = try WorkshopGraph.module.get()
    let cordless = try WorkshopGraph.type("CordlessTool")
    #expect(module.superclasses(of: cordless).map(\.name) == ["PowerTool", "Tool"])
    #expect(cordless.decodesItself)
    #expect(try !WorkshopGraph.type("Tool").decodesItself)
    #expect(try WorkshopGraph.type("Device").externalSuperclass == "Foundation.NSObject")
    #expect(module.storedFields(of: cordless).map(\.name).first == "id")
    #expect(module.storedFields(of: cordless).map(\.name).last == "battery")
  }

  @Test func payloadsAreRead() throws {
    let action = try WorkshopGraph.type("WorkshopAction")
    let open = try #require(action.cases.first { $0.name == "open" })
    #expect(open.payload.map(\.label) == ["_", "at"])
    let imported = try #require(action.cases.first { $0.name == "imported" })
    let module = try WorkshopGraph.module.get()
    #expect(imported.payload.map { module.spelling(of: $0.type) } == ["[String: Int]"])
  }

  @Test func unknownAndUnclearNamesAreErrors() throws {
    let module = try WorkshopGraph.module.get()
    #expect(
      throws: DraftingError("no class named Tol in Workshop")
    ) { try module.type(named: "Tol", [.class]) }
    #expect(
      throws: DraftingError(
        "no class named tool in Workshop; similar: CordlessTool, PowerTool, Tool")
    ) { try module.type(named: "tool", [.class]) }
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("no such folder")
    #expect(throws: DraftingError("no symbol graph (*.symbols.json) in \(empty.path)")) {
      try Module(symbolGraphsIn: [empty])
    }
  }
}

/// The tokenizer finds declarations between comments, strings and conditions.
@Suite struct DeclarationReaderTests {
  private func property(_ line: String) throws -> DeclarationReader.Property {
    let name = try #require(line.range(of: "here"))
    let character = line[..<name.lowerBound].utf8.count
    let reader = DeclarationReader(source: SourceTokens("class A {\n" + line + "\n}\n"))
    return try #require(reader.property(line: 1, character: character))
  }

  @Test(arguments: [
    ("var here = 1", "1"), ("var here: Int = 1 // = 2", "1"), ("var here /* = 3 */ = 2", "2"),
    ("var here = [1, 2]", "[1, 2]"), ("var here = f(1) { $0 }", "f(1) { $0 }"),
    ("var here = \"a \\(\"b\") }\" { didSet {} }", "\"a \\(\"b\") }\""),
    ("var other = 1, here = 2", "2"), ("var here = 1, other = 2", "1"),
    ("var here = a\n    .b()\n  var other = 2", "a\n    .b()"),
    ("var here = #\"x \" }\"#", "#\"x \" }\"#"), ("var here: [A<B>]? = nil", "nil"),
  ])
  func initialValuesAreRead(line: String, expected: String) throws {
    #expect(try property(line).initialValue == expected)
  }

  @Test(arguments: ["var here: Int { 1 }", "var here: Int {\n    get { 1 }\n  }"])
  func computedPropertiesAreRecognized(line: String) throws {
    #expect(try property(line).isComputed)
  }

  @Test(arguments: [
    "var here: String?\n  @discardableResult func next() -> Int { 1 }",
    "var here: [Int]\n  @MainActor @objc(there) var there: Int { 1 }",
    "var here: @Sendable () -> Void\n  @available(*, deprecated)\n  func next() {}",
    "var here: (Int) ->\n  @Sendable () -> Void\n  @objc init() {}",
  ])
  func anAttributeOfTheNextDeclarationEndsAType(line: String) throws {
    #expect(try !property(line).isComputed)
  }

  @Test func attributesModifiersAndConditionsAreRead() throws {
    let observed = try property("@A(b: 1) private(set) var here: Int = 1 { willSet {} }")
    #expect(observed.attributes == ["A"])
    #expect(observed.modifiers == ["private(set)"])
    #expect(observed.isObserved && !observed.isComputed)
    #expect(try property("unowned(unsafe) let here: A").modifiers == ["unowned(unsafe)"])
    let source = "class A {\n#if DEBUG\n  var here = 1\n#endif\n  var there = 2\n}\n"
    let reader = DeclarationReader(source: SourceTokens(source))
    #expect(try #require(reader.property(line: 2, character: 6)).isConditional)
    #expect(try #require(reader.property(line: 4, character: 6)).isConditional == false)
  }
}
