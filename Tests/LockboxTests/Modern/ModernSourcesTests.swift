import Foundation
import Testing

/// The imports of the app after the migration: it depends on `ValueRedux` alone.
@Suite struct ModernSourcesTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../Sources/Lockbox").standardized

  private func imports(in folder: String) throws -> Set<String> {
    let root = Self.sources.appendingPathComponent(folder)
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects
        as? [URL])
    let lines = try files.filter { $0.pathExtension == "swift" }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
    #expect(!lines.isEmpty)
    return Set(
      lines.filter { $0.contains("import ") && !$0.hasPrefix("/") && !$0.hasPrefix(" ") }
        .compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test func theNewFormImportsNothingButTheValueStore() throws {
    #expect(try imports(in: "Modern") == ["Foundation", "ValueRedux"])
  }

  @Test(arguments: ["Values", "Import", "Screens", "Session"])
  func whatBothFormsShareImportsNoneOfTheModules(folder: String) throws {
    #expect(try imports(in: folder).subtracting(["Foundation"]).isEmpty)
  }
}
