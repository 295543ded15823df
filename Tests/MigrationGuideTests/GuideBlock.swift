import Foundation
import Testing

/// One block of Swift in a guide, with the region of the tests that it must be equal to.
struct GuideBlock: CustomTestStringConvertible, Sendable {
  /// The guide, such as `README.md`.
  var guide: String
  /// The line of the opening fence, counted from 1.
  var line: Int
  /// What the comment above the fence names, such as `ReadmeTests.swift#counter`; nil without one.
  var region: String?
  /// The lines between the fences.
  var lines: [String]

  var testDescription: String { "\(guide):\(line)" }

  /// All Swift blocks of a guide, in order.
  static func blocks(of guide: String, in text: String) -> [GuideBlock] {
    var blocks: [GuideBlock] = []
    var open: GuideBlock?
    var above: String?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(line)
          open = block
        }
      } else if line.hasPrefix("```swift") {
        open = GuideBlock(guide: guide, line: index + 1, region: above, lines: [])
        above = nil
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        above = String(line.dropFirst(5).dropLast(4))
      } else if !line.isEmpty {
        above = nil
      }
    }
    return blocks
  }
}

/// The marked regions of a source file.
enum GuideRegions {
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
        regions[region.name, default: []] += dedented(region.lines)
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return regions
  }

  private static func dedented(_ lines: [String]) -> [String] {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    let common = indents.min() ?? 0
    return lines.map { String($0.dropFirst(common)) }
  }
}
