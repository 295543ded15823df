import Foundation
import Testing

/// The output that Migration.md shows, compared with the output of the code.
///
/// Such a block is fenced as `text`, below a comment `output: NAME`.
enum GuideOutput {
  private static let lines = GuidesTests.text(
    of: GuidesTests.root.appendingPathComponent("Migration.md")
  ).components(separatedBy: "\n")

  /// The names of all such blocks, in order.
  static let names = lines.filter { $0.hasPrefix("<!-- output: ") }
    .map { String($0.dropFirst(13).dropLast(4)) }

  /// Compares each line of a block with what was printed.
  static func expect(
    _ printed: String, isShownAs name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let comment = try #require(
      lines.firstIndex(of: "<!-- output: \(name) -->"),
      "Migration.md has no comment for the output \(name)", sourceLocation: sourceLocation)
    let fence = comment + 1
    try #require(
      lines[fence] == "```text", "Migration.md:\(fence + 1) opens no text block",
      sourceLocation: sourceLocation)
    let shown = lines[(fence + 1)...].prefix { $0 != "```" }
    let printed = printed.components(separatedBy: "\n")
    for (index, pair) in zip(shown.indices, zip(shown, printed)) {
      #expect(
        pair.0 == pair.1, "Migration.md:\(index + 1) is not what is printed",
        sourceLocation: sourceLocation)
    }
    #expect(
      shown.count == printed.count, "Migration.md:\(fence + 1) is as long as what is printed",
      sourceLocation: sourceLocation)
  }
}
