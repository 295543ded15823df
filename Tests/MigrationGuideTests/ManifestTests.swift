import Foundation
import Testing

/// The part of a manifest that Migration.md shows names what this package has.
@Suite struct ManifestTests {
  private static func names(between start: String, and end: String, in text: String) -> Set<String>
  {
    Set(
      text.components(separatedBy: start).dropFirst()
        .compactMap { $0.components(separatedBy: end).first })
  }

  @Test func everyProductOfTheGuideExists() {
    let guide = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Migration.md"))
    let manifest = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Package.swift"))
    let asked = Self.names(
      between: ".product(name: \"", and: "\", package: \"Landbridge\")", in: guide)
    #expect(asked.contains("ReduxBridge"))
    #expect(asked.contains("ValueReduxTesting"))
    #expect(asked.isSubset(of: Self.names(between: ".library(name: \"", and: "\"", in: manifest)))
    #expect(manifest.contains("name: \"Landbridge\""))
  }

  @Test func theGuideAsksForTheToolsAndPlatformsOfThePackage() throws {
    let guide = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Migration.md"))
    let manifest = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Package.swift"))
    let tools = try #require(
      manifest.components(separatedBy: "\n").first?.components(separatedBy: ": ").last)
    #expect(guide.contains("the tools of Swift \(tools)"))
    for platform in ["macOS", "iOS", "tvOS", "watchOS", "visionOS"] {
      let version = try #require(
        Self.names(between: ".\(platform)(.v", and: ")", in: manifest).first)
      #expect(guide.contains("\(platform) \(version)"))
    }
  }
}
