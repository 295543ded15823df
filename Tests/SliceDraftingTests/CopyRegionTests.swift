import Foundation
import Testing

@testable import SliceDrafting

/// Hooks are written into the sources between markers.
@Suite struct CopyRegionTests {
  private static let committed = WorkshopGraph.folder.appendingPathComponent("Workshop")
  private static let graphs = WorkshopGraph.folder.appendingPathComponent("Graphs").path

  /// A copy of the sources of the made-up app.
  private func sources() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.committed.path) {
      guard name.hasSuffix(".swift") else { continue }
      let text = try String(
        contentsOf: Self.committed.appendingPathComponent(name), encoding: .utf8)
      try folder.write(text, to: name)
    }
    return folder
  }

  private func run(_ folder: ScratchFolder, _ words: String...) throws -> DraftingCommand.Outcome {
    try DraftingCommand(
      ["draft-copies", "--symbol-graph", Self.graphs, "--sources", folder.url.path] + words
    ).run()
  }

  @Test func aHookThatLacksAPropertyIsFoundAndWrittenAgain() throws {
    let folder = try sources()
    let original = try folder.text("WorkshopCatalog.swift")
    // Drafted before the property existed: the digest fits.
    let lines = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let begin = try #require(lines.firstIndex { $0.contains("landbridge-copies: begin") })
    let end = try #require(lines[begin...].firstIndex { $0.contains("landbridge-copies: end") })
    let kept = lines[(begin + 1)..<end].map { $0.contains("price") ? "" : $0 }
    let digest = DraftFile.digest(of: kept.map { $0 + "\n" }.joined())
    let older = lines[..<begin] + ["  // landbridge-copies: begin \(digest)"] + kept + lines[end...]
    try folder.write(older.joined(separator: "\n"), to: "WorkshopCatalog.swift")
    let outcome = try run(folder, "--check")
    #expect(!outcome.isSuccess)
    #expect(outcome.text == "not up to date  \(folder.url.path)/WorkshopCatalog.swift\n")
    _ = try run(folder)
    #expect(try folder.text("WorkshopCatalog.swift") == original)
  }

  @Test func aClassWithoutAHookGetsOneAndItsConformance() throws {
    let folder = try sources()
    _ = try run(folder, "Crate")
    let hook = """
        var weight: Int? = nil

        // landbridge-copies: begin f6aa2bf5e16964d3
        init() {}

        init(copying source: Crate, with children: borrowing ChildCopier) throws {
          weight = source.weight
        }
        // landbridge-copies: end
      }

      """
    let text = try folder.text("WorkshopCatalog.swift")
    #expect(text.contains(hook))
    #expect(text.hasSuffix("\nextension Crate: GraphCopyable {}\n"))
  }

  @Test func aFileWhoseLinesEndWithReturnsKeepsThem() throws {
    let (folder, other) = (try sources(), try sources())
    let name = "WorkshopCatalog.swift"
    try other.write(try folder.text(name).replacing("\n", with: "\r\n"), to: name)
    #expect(try run(other, "--check").isSuccess)
    for folder in [folder, other] { _ = try run(folder, "Crate") }
    #expect(try other.text(name) == folder.text(name).replacing("\n", with: "\r\n"))
  }

  @Test func theImportIsAddedBehindTheOthers() throws {
    let (folder, name) = (try sources(), "WorkshopCatalog.swift")
    let text = try folder.text(name)
    try folder.write(text.replacing("import ObjectGraph", with: "import Observation"), to: name)
    _ = try run(folder)
    #expect(
      try folder.text(name) == text.replacing("import O", with: "import Observation\nimport O"))
    let other = text.replacing("import F", with: "public import F")
    try folder.write(other.replacing("import O", with: "// "), to: name)
    _ = try run(folder)
    #expect(
      try folder.text(name).hasPrefix("public import Foundation\nimport ObjectGraph\n// bjectGraph")
    )
    try folder.write(text.replacing("import ", with: "// "), to: name)
    _ = try run(folder)
    let without = text.replacing("import ", with: "// ")
    #expect(try folder.text(name) == "import ObjectGraph\n\n" + without)
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
    let type = try module.type(named: name, [.class])
    let draft = CopyDraft(
      module: module, type: type, initializers: type.initializers, decodesItself: false)
    #expect(try draft.lines().joined(separator: "\n") == expected)
  }

  @Test func noFileOutsideOfThePackageIsChanged() throws {
    let (folder, package) = (try sources(), try ScratchFolder())
    let text = try folder.text("WorkshopCatalog.swift")
    let error = #expect(throws: DraftingError.self) {
      try run(folder, "Crate", "--package", package.url.path)
    }
    #expect(error?.description.contains("outside of the package") == true)
    #expect(try folder.text("WorkshopCatalog.swift") == text)
    _ = try run(folder, "Crate", "--package", folder.url.path)
    #expect(try folder.text("WorkshopCatalog.swift") != text)
  }

  @Test func theCommittedHooksAreUpToDateAndACheckNeedsNoPermission() throws {
    let outcome = try run(sources(), "--check", "--read-only")
    #expect(outcome.isSuccess, "\(outcome.text)")
  }

  @Test func aChangedHookIsKept() throws {
    let folder = try sources()
    let text = try folder.text("WorkshopCatalog.swift")
    try folder.write(
      text.replacing("    price = source.price\n", with: "    price = source.price  // x\n"),
      to: "WorkshopCatalog.swift")
    #expect(
      throws: DraftingError(
        "the hook of Tool was changed after it was drafted; --force replaces it")
    ) { try run(folder) }
    _ = try run(folder, "--force")
    #expect(try folder.text("WorkshopCatalog.swift") == text)
  }
}
