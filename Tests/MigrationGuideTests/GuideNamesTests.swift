import Foundation
import Testing

/// The tables under "Names" in Migration.md name what this package declares.
@Suite struct GuideNamesTests {
  /// The sources of the package, without comments and line breaks: one text for each file.
  private static let sources: [String] = {
    let folder = GuidesTests.root.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.map { path in
      GuidesTests.text(of: folder.appendingPathComponent(path)).components(separatedBy: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.hasPrefix("//") }.joined(separator: " ")
    }
  }()

  /// The names in all columns but the first, which has the names of other projects.
  static let names: [String] = {
    let guide = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Migration.md"))
    let section = guide.components(separatedBy: "\n## Names\n").last ?? ""
    var names: Set<String> = []
    for row in section.components(separatedBy: "\n") where row.hasPrefix("| ") {
      for cell in row.components(separatedBy: "|").dropFirst(2) {
        let quoted = cell.components(separatedBy: "`").enumerated()
          .filter { $0.offset % 2 == 1 }.map(\.element)
        names.formUnion(quoted.filter { !$0.contains(" ") })
      }
    }
    return names.sorted()
  }()

  /// What Swift and Foundation declare.
  private static let foreign: Set = ["Codable", "Equatable", "Name", "Notification", "Sendable"]

  /// Whether a name such as `MiddlewareContext.run(id:priority:operation:)` is declared, each part of it.
  static func isDeclared(_ name: String) -> Bool {
    let halves = name.components(separatedBy: "(")
    let parts = halves[0].components(separatedBy: ".")
    let labels = (halves.count > 1 ? halves[1] : "").components(separatedBy: ":").dropLast()
    return parts.dropLast().allSatisfy { isDeclared(part: $0, labels: []) }
      && isDeclared(part: parts.last ?? "", labels: Array(labels))
  }

  private static func isDeclared(part: String, labels: [String]) -> Bool {
    if foreign.contains(part) { return true }
    let keywords = "(struct|class|enum|protocol|typealias|func|var|let|case)"
    let list = labels.map { "[^{}]*?[(,]\\s*\\Q\($0)\\E\\b[^{}]*?:" }.joined()
    let start = part == "init" ? "\\binit" : "\\b\(keywords) \(part)\\b"
    let pattern = start + (labels.isEmpty ? "" : "(<[^{}(]*>)?" + list)
    return sources.contains { $0.range(of: pattern, options: .regularExpression) != nil }
  }

  @Test(arguments: names)
  func theNameIsDeclared(_ name: String) {
    #expect(Self.isDeclared(name), "Migration.md names \(name), and nothing is called that")
  }

  @Test func aNameThatIsNotDeclaredIsFound() {
    #expect(Self.names.count > 30)
    #expect(Self.isDeclared("MiddlewareContext.run(id:priority:operation:)"))
    #expect(!Self.isDeclared("MiddlewareContext.run(id:urgency:operation:)"))
    #expect(!Self.isDeclared("MiddlewareContexts.run(id:priority:operation:)"))
    #expect(!Self.isDeclared("ValueStore.dispatchLate(_:)"))
  }
}
