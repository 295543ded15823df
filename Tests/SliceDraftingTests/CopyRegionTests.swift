import Foundation
import Testing

@testable import SliceDrafting

/// Hooks are written into the sources between markers.
@Suite struct CopyRegionTests {
  private let model: CompiledModule

  init() throws { model = try CompiledModule(model: "Attic") }

  private let cellar = "Sources/Cellar.swift"

  private func run(_ words: String...) throws -> DraftingCommand.Outcome {
    try model.run(["draft-copies"] + words)
  }

  /// `.ci/drafts` compiles these hooks and makes copies with them.
  @Test func hooksAreDraftedAsTheyWere() throws {
    _ = try run("House", "Child", "Key", "Lamp", "Rack", "Crate", "Gauge", "Row", "Search")
    let texts = try [model.text("Sources/Attic.swift"), model.text(cellar)]
    let digests = texts.map { $0.matches(of: /copies: begin (\w+)\n/).map(\.1) }
    #expect(
      digests == [
        ["c2eb50f4f940982e", "55e54795ef026f9f", "a88310d353baa48b", "6c04f867d01cbe7e"],
        [
          "0a8d33f2096643bd", "1b218091d80f253b", "ce92237d0a323083", "e1a06bb89bc2dc1c",
          "7af8305a8d0d73bb", "f449b432af0280da", "079fc549ed10cb0f", "50e0ac2ec40b3d77",
        ],
      ])
    #expect(texts[1].contains("\nextension Panels.Section.Row: GraphCopyable {}\n"))
  }

  @Test func aHookThatLacksAPropertyIsFoundAndWrittenAgain() throws {
    let original = try model.text(cellar)
    // Drafted before the property existed: the digest fits.
    let lines = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let begin = try #require(lines.firstIndex { $0.contains("landbridge-copies: begin") })
    let end = try #require(lines[begin...].firstIndex { $0.contains("landbridge-copies: end") })
    let kept = lines[(begin + 1)..<end].map { $0.contains("isShut") ? "" : $0 }
    let digest = DraftFile.digest(of: kept.map { $0 + "\n" }.joined())
    let older = lines[..<begin] + ["  // landbridge-copies: begin \(digest)"] + kept + lines[end...]
    try model.write(older.joined(separator: "\n"), to: cellar)
    let outcome = try run("--check")
    #expect(!outcome.isSuccess)
    #expect(outcome.text == "not up to date  \(model.folder.path)/\(cellar)\n")
    _ = try run()
    #expect(try model.text(cellar) == original)
  }

  @Test func aClassWithoutAHookGetsOneAndItsConformance() throws {
    let other = try CompiledModule(model: "Attic")
    // A file whose lines end with returns keeps them; a check needs no permission.
    try other.write(model.text(cellar).replacing("\n", with: "\r\n"), to: cellar)
    #expect(try other.run(["draft-copies", "--check", "--read-only"]).isSuccess)
    for model in [model, other] { _ = try model.run(["draft-copies", "Parcel"]) }
    let hook = """
        var _tare = 0

        // landbridge-copies: begin 318c0092c148e7cf
        init() {}

        init(copying source: Parcel, with children: borrowing ChildCopier) throws {
          weight = source.weight
          _tare = source._tare
        }
        // landbridge-copies: end
      }

      """
    let text = try model.text(cellar)
    #expect(text.contains(hook))
    #expect(text.hasSuffix("\nextension Parcel: GraphCopyable {}\n"))
    #expect(try other.text(cellar) == text.replacing("\n", with: "\r\n"))
  }

  @Test func theImportIsAddedBehindTheOthers() throws {
    func written(_ text: String) throws -> String {
      try model.write(text, to: cellar)
      _ = try run()
      return try model.text(cellar)
    }
    let text = try model.text(cellar)
    let without = text.replacing("import ObjectGraph", with: "import Glue")
    let last = "import ReferenceRedux\n"
    #expect(try written(without) == without.replacing(last, with: last + "import ObjectGraph\n"))
    let none = text.replacing("import ", with: "// ")
    #expect(try written(none) == "import ObjectGraph\n\n" + none)
    let one = none.replacing("// Foundation", with: "public import Foundation")
    #expect(
      try written(one).hasPrefix("public import Foundation\nimport ObjectGraph\n// ObjectGraph\n"))
  }

  @Test(arguments: [
    (
      "A",
      """
      required init(copying source: A, with children: borrowing ChildCopier) throws {
        b = try children.copy(source.b, named: "b")
        c = source.c
        d = source.d
        e = try children.copy(source.e, named: "e")
        g = try children.copy(source.g, named: "g")
        h = try children.copy(source.h, named: "h")
        i = try children.copy(source.i, named: "i")
        _j = source._j
        _k = try children.copy(source._k, named: "k")
        _l = try children.copy(source._l, named: "l")
        self.children = source.children
      }
      """
    ),
    (
      "E",
      """
      required init(x: Int, _ y: Int = 1) throws {
        try super.init(x: x, y)
      }

      required init(from decoder: any Decoder) throws { try super.init(from: decoder) }

      required init(copying source: B, with children: borrowing ChildCopier) throws {
        let own = unsafe unsafeDowncast(source, to: E.self)
        y = own.y
        try super.init(copying: source, with: children)
      }
      """
    ),
  ])
  func aHookCopiesWhatIsNoPlainValue(name: String, expected: String) throws {
    let module = Module(
      """
      class A | var b: B | var c: [String: Date] | var d: F | var e: G | let f: Int = 1 \
      | var g: any P | var h: T<B> | var i: [Int: G] | @W var j: Int | @V var k: Int | @X var l: Int | var children: Int?
      class B | required init(x: Int, _ y: Int = 1) throws | convenience init()
      class C: B | var z: Int?
      class E: C | var y: Int
      class H | #if var x: Int
      struct F: Sendable
      struct G
      struct W: Sendable
      struct V
      protocol P: Sendable
      """)
    func lines(of name: String) throws -> [String] {
      let type = try module.type(named: name, [.class])
      return try CopyDraft(
        module: module, type: type, initializers: type.initializers, decodesItself: false
      ).lines()
    }
    #expect(try lines(of: name).joined(separator: "\n") == expected)
    let error = DraftingError("H.x stands inside of #if: write this hook by hand")
    #expect(throws: error) { try lines(of: "H") }
  }

  @Test func noFileOutsideOfThePackageIsChanged() throws {
    let text = try model.text(cellar)
    let error = #expect(throws: DraftingError.self) {
      try run("Parcel", "--package", model.graph.path)
    }
    #expect(error?.description.hasSuffix("a #sourceLocation: nothing is written") == true)
    #expect(try model.text(cellar) == text)
  }

  @Test func aChangedHookIsKept() throws {
    let text = try model.text(cellar)
    let copied = "    isShut = source.isShut"
    try model.write(text.replacing(copied, with: copied + "  // x"), to: cellar)
    #expect(
      throws: DraftingError(
        "the hook of Lock was changed after it was drafted; --force replaces it")
    ) { try run() }
    _ = try run("--force")
    #expect(try model.text(cellar) == text)
  }
}
