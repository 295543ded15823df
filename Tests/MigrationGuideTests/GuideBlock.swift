import Foundation
import Testing

/// One block of Swift in a guide, with the region of the tests that it must be equal to.
struct GuideBlock: CustomTestStringConvertible, Sendable {
  /// The guide, such as `README.md`.
  var guide: String
  /// The line of the opening fence, counted from 1.
  var line: Int
  /// The region that the comment above the fence names, such as `ReadmeTests.swift#counter`, if any.
  var region: String?
  /// The lines between the fences.
  var lines: [String]

  var testDescription: String { "\(guide):\(line)" }

  /// All Swift blocks of a guide, in order; one that is never closed reaches to the end.
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
      } else if trimmed.hasPrefix("```swift") {
        indent = line.prefix { $0 == " " }.count
        open = GuideBlock(guide: guide, line: index + 1, region: above, lines: [])
        above = nil
      } else if trimmed.hasPrefix("<!-- "), trimmed.hasSuffix(" -->") {
        above = String(trimmed.dropFirst(5).dropLast(4))
      } else if !trimmed.isEmpty {
        above = nil
      }
    }
    return blocks + [open].compactMap { $0 }
  }

  /// Describes the first line that differs from the region; `nil` if none does.
  ///
  /// - Parameter tested: The lines that are compiled and run.
  /// - Returns: The line of the guide, and both texts.
  func difference(from tested: [String]) -> String? {
    guard lines != tested else { return nil }
    let same = zip(lines, tested).prefix { $0 == $1 }.count
    func text(_ side: [String]) -> String {
      same < side.count ? "\"\(side[same])\"" : "no line, the block ends before"
    }
    return """
      \(guide):\(line + 1 + same) differs from \(region ?? "its region")
        in the guide: \(text(lines))
        in the test:  \(text(tested))
      """
  }
}
