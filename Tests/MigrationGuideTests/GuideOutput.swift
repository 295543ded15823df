import Foundation
import Testing

/// The output that the guides show, compared with the output of the code.
///
/// Such a block is fenced as `text`, below a comment `output: NAME`.
enum GuideOutput {
  private static let pages = GuidesTests.guides.map { guide in
    let text = GuidesTests.text(of: GuidesTests.root.appendingPathComponent(guide))
    return (name: guide, lines: text.components(separatedBy: "\n"))
  }

  /// The names of all such blocks.
  static let names = pages.flatMap(\.lines).filter { $0.hasPrefix("<!-- output: ") }
    .map { String($0.dropFirst(13).dropLast(4)) }

  /// Compares each line of a block with what was printed.
  static func expect(
    _ printed: String, isShownAs name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let mark = "<!-- output: \(name) -->"
    let (page, lines) = try #require(
      pages.first { $0.lines.contains(mark) },
      "no guide has a comment for the output \(name)", sourceLocation: sourceLocation)
    let fence = try #require(lines.firstIndex(of: mark)) + 1
    try #require(
      lines[fence] == "```text", "\(page):\(fence + 1) opens no text block",
      sourceLocation: sourceLocation)
    let shown = lines[(fence + 1)...].prefix { $0 != "```" }
    let printed = printed.components(separatedBy: "\n")
    for (index, pair) in zip(shown.indices, zip(shown, printed)) {
      #expect(
        pair.0 == pair.1, "\(page):\(index + 1) is not what is printed",
        sourceLocation: sourceLocation)
    }
    #expect(
      shown.count == printed.count, "\(page):\(fence + 1) is as long as what is printed",
      sourceLocation: sourceLocation)
  }
}
