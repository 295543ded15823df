import Foundation
import Testing

/// Compares the code in the guides, letter by letter, with the code that is compiled and run here.
@Suite struct GuidesTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  static func text(of url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  /// The pages whose code must be compiled: both guides, and each page of the reference.
  static let guides = ["README.md", "Migration.md"] + pages

  /// The pages of all catalogs, by their paths in the package.
  static let pages: [String] = {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
    return (paths?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .map { "Sources/\($0)" }.sorted()
  }()

  static let blocks = guides.flatMap { guide in
    GuideBlock.blocks(of: guide, in: text(of: root.appendingPathComponent(guide)))
  }

  /// The lines of all marked regions, by names such as `ReadmeTests.swift#values`.
  static let regions: [String: [String]] = {
    var regions: [String: [String]] = [:]
    let apps = ["Model", "Feeds", "Reading", "App"].map { "ReaderApps/News/\($0)" }
    let others = (["XcodeDefaultsTests"] + apps).map { folder.appendingPathComponent("../\($0)") }
    for folder in [folder] + others {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Guide") {
        let text = text(of: folder.appendingPathComponent(file))
        for (name, lines) in GuideBlock.regions(in: text) { regions["\(file)#\(name)"] = lines }
      }
    }
    return regions
  }()

  @Test(arguments: blocks.filter { $0.output == nil })
  func theBlockIsTheRegionThatIsRun(_ block: GuideBlock) throws {
    let region = try #require(block.source, "no comment above the block names its region")
    block.expect(try #require(Self.regions[region], "there is no region \(region)"))
  }

  @Test func everyRegionIsShown() {
    #expect(Set(Self.regions.keys).subtracting(Self.blocks.compactMap(\.source)) == [])
  }

  @Test(arguments: guides)
  func everyLinkLeadsToAHeading(guide: String) throws {
    let page = Self.root.appendingPathComponent(guide)
    for match in Self.text(of: page).matches(of: /\]\((?!https?:|\/)([^)#]*)(?:#([^)]+))?\)/) {
      let path = String(match.1)
      let target = path.isEmpty ? page : URL(fileURLWithPath: path, relativeTo: page)
      guard path.contains(".") || path.isEmpty else { continue }  // an image of the catalog
      try #require(FileManager.default.fileExists(atPath: target.path), "\(guide) links to \(path)")
      guard let anchor = match.2.map(String.init) else { continue }
      #expect(Self.anchors(of: target).contains(anchor), "\(guide) links to \(path)#\(anchor)")
    }
  }

  /// The anchors that GitHub gives the headings of a page.
  private static func anchors(of page: URL) -> Set<String> {
    let headings = text(of: page).components(separatedBy: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { line in
        line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
          .replacingOccurrences(of: " ", with: "-")
      })
  }

  @Test func everyOutputIsComparedByATest() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let compared = files.filter { $0.hasSuffix("Tests.swift") }.flatMap { file in
      Self.text(of: Self.folder.appendingPathComponent(file))
        .matches(of: /GuideBlock\.expect\(.*isShownAs: "(\w+)"\)/).map { String($0.1) }
    }
    #expect(!compared.isEmpty)
    #expect(compared.sorted() == Self.blocks.compactMap(\.output).sorted())
  }
}
