import CommandLineSupport

extension String {
  /// The text with its middle left out, when it is longer than a person would read.
  func elided(to limit: Int = 400) -> String {
    guard count > limit else { return self }
    let kept = limit / 2
    return "\(prefix(kept)) … (\((count - 2 * kept).grouped) characters left out) … \(suffix(kept))"
  }

  /// This label, and next to it a text as short and narrow as a person can read it.
  func labelling(_ text: String, column: Int = 14, width: Int = 96) -> [String] {
    let label = self + String(repeating: " ", count: Swift.max(column - count, 1))
    let margin = String(repeating: " ", count: label.count)
    return text.elided().wrapped(to: width - label.count).enumerated().map { index, line in
      (index == 0 ? label : margin) + line
    }
  }
}
