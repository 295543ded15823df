import Foundation
import Testing

/// A row of a table in a text: a line of it, and what is expected of that.
struct TextRow: CustomTestStringConvertible, Sendable {
  var text: String
  /// The text behind the arrow, and each line below it that is indented.
  var expected: [String]

  var testDescription: String { text }

  /// The rows of a table, in which `\n` stands for the end of a line, and `//` begins a comment.
  static func rows(_ table: String) -> [TextRow] {
    table.split(separator: "\n").reduce(into: []) { rows, line in
      let line = line.replacing("\\n", with: "\n")
      if line.hasPrefix("  ") {
        rows[rows.count - 1].expected.append(String(line.dropFirst(2)))
      } else if !line.hasPrefix("//") {
        let parts = line.split(separator: " => ", maxSplits: 1).map(String.init)
        rows.append(TextRow(text: parts[0], expected: Array(parts.dropFirst())))
      }
    }
  }
}

/// Compares a text with the one that was reviewed, in `Models/Drafts`: a change of a draft is a diff of it.
///
/// With `LANDBRIDGE_REVIEW=1` in the environment, it is written.
func expectReviewed(_ text: String, _ name: String) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Models/Drafts/\(name).txt")
  if ProcessInfo.processInfo.environment["LANDBRIDGE_REVIEW"] != nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let known = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  let changes = text.split(separator: "\n").difference(from: known.split(separator: "\n"))
  let shown = changes.prefix(12).map { change in
    switch change {
    case .insert(_, let line, _): "+ \(line)"
    case .remove(_, let line, _): "- \(line)"
    }
  }
  #expect(text == known, "\(name).txt: \(shown.joined(separator: "\n"))")
}
