import Testing

/// A row of a table in a text: a line of it, and what is expected of that.
struct TextRow: CustomTestStringConvertible, Sendable {
  var text: String
  /// What stands behind the arrow, and each line below it that is indented.
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
