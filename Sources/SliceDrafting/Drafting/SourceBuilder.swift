/// Text that is written line by line, with braces that indent.
struct SourceBuilder {
  private(set) var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a line; a comment that quotes several lines of source stays one.
  mutating func add(_ line: String) {
    let isComment = line.hasPrefix("//")
    let line = isComment ? line.split(whereSeparator: \.isNewline).joined(separator: " ") : line
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  mutating func add(_ lines: [String]) { for line in lines { add(line) } }

  mutating func add(text: String) {
    add(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  mutating func block(_ head: String, end: String = "}", _ body: (inout SourceBuilder) -> Void) {
    indented(head + " {", end: end, body)
  }

  /// A line, lines that are indented, such as arguments, and the line that ends them, if they do not.
  mutating func indented(
    _ head: String, end: String? = nil, _ body: (inout SourceBuilder) -> Void
  ) {
    add(head)
    depth += 1
    body(&self)
    depth -= 1
    if let end { add(end) }
  }

  /// A block with an empty line in front of it, and a comment that it may have.
  mutating func section(
    _ head: String, comment: String? = nil, _ body: (inout SourceBuilder) -> Void
  ) {
    add([""] + (comment.map { [$0] } ?? []))
    block(head, body)
  }
}
