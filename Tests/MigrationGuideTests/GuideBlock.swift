import Foundation
import Testing

/// A block of a guide that tests compare: Swift code, or text below a comment `output: NAME`.
struct GuideBlock: CustomTestStringConvertible, Sendable {
  /// The guide, such as `README.md`.
  var guide: String
  /// The line of the opening fence, counted from 1.
  var line: Int
  /// The text of the comment above the fence, such as `ReadmeTests.swift#counter`, if there is one.
  var source: String?
  /// The lines between the fences.
  var lines: [String] = []

  var testDescription: String { "\(guide):\(line)" }

  /// The name of the output that the block shows, if any.
  var output: String? {
    source.flatMap { $0.hasPrefix("output: ") ? String($0.dropFirst(8)) : nil }
  }

  /// All such blocks of a guide, in order; one that is never closed reaches to the end.
  static func blocks(of guide: String, in text: String) -> [GuideBlock] {
    var blocks: [GuideBlock] = []
    var open: GuideBlock?
    var indent = 0
    var above: String?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if var block = open {
        if trimmed == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count))))
          open = block
        }
        continue
      }
      let block = GuideBlock(guide: guide, line: index + 1, source: above)
      if trimmed.hasPrefix("```swift") || trimmed == "```text" && block.output != nil {
        indent = line.prefix { $0 == " " }.count
        open = block
      }
      if trimmed.hasPrefix("<!-- "), trimmed.hasSuffix(" -->") {
        above = String(trimmed.dropFirst(5).dropLast(4))
      } else if !trimmed.isEmpty {
        above = nil
      }
    }
    return blocks + [open].compactMap { $0 }
  }

  /// Compares the block with the lines that are run or printed, up to the first one that differs.
  func expect(_ found: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let same = zip(lines, found).prefix { $0 == $1 }.count
    #expect(
      lines.dropFirst(same).first == found.dropFirst(same).first,
      "\(guide):\(line + 1 + same) differs from \(source ?? "")", sourceLocation: sourceLocation)
  }

  /// Compares each line of a block with what was printed.
  static func expect(
    _ printed: String, isShownAs name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let block = try #require(
      GuidesTests.blocks.first { $0.output == name },
      "no guide has a text block below a comment for the output \(name)",
      sourceLocation: sourceLocation)
    block.expect(printed.components(separatedBy: "\n"), sourceLocation: sourceLocation)
  }

  /// The regions of a file by name, without the indentation that all their lines share.
  ///
  /// A region lies between `// region: NAME` and `// endregion`.
  static func regions(in text: String) -> [String: [String]] {
    var regions: [String: [String]] = [:]
    var open: (name: String, lines: [String])?
    for line in text.components(separatedBy: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("// region: ") {
        open = (String(trimmed.dropFirst(11)), [])
      } else if trimmed == "// endregion", let region = open {
        let indents = region.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        regions[region.name, default: []] += region.lines.map {
          String($0.dropFirst(indents.min() ?? 0))
        }
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return regions
  }
}
