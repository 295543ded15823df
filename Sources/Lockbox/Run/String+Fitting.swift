import CommandLineSupport

extension String {
  /// The text, without its middle if it is longer than `limit`.
  func elided(to limit: Int = 400) -> String {
    guard count > limit else { return self }
    let kept = limit / 2
    return "\(prefix(kept)) … (\((count - 2 * kept).grouped) characters omitted) … \(suffix(kept))"
  }

  /// This label, and next to it a text, elided and wrapped.
  func labelling(_ text: String, column: Int = 14, width: Int = 96) -> [String] {
    let label = self + String(repeating: " ", count: Swift.max(column - count, 1))
    let margin = String(repeating: " ", count: label.count)
    return text.escapedForTerminal.elided().wrapped(to: width - label.count).enumerated().map {
      index, line in
      (index == 0 ? label : margin) + line
    }
  }
}
