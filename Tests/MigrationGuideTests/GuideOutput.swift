import Foundation
import Testing

/// What a guide says that a program prints, to be compared with what it does print.
///
/// Such a block is fenced as `text`, below a comment `output: NAME`.
enum GuideOutput {
  /// The text of the block of this name in Migration.md.
  static func named(_ name: String) throws -> String {
    let lines = GuidesTests.text(of: GuidesTests.root.appendingPathComponent("Migration.md"))
      .components(separatedBy: "\n")
    let comment = try #require(
      lines.firstIndex(of: "<!-- output: \(name) -->"),
      "Migration.md has no comment for the output \(name)")
    try #require(lines[comment + 1] == "```text", "Migration.md:\(comment + 2) opens no text block")
    return lines[(comment + 2)...].prefix { $0 != "```" }.joined(separator: "\n")
  }
}
