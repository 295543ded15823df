import Foundation

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
