extension String {
  /// The text as one line that shows on a terminal as it is.
  ///
  /// Control characters, line breaks, and the marks that change the direction of text are written as
  /// in Swift: `\n`, `\u{1B}`. Otherwise a text from a file could move the cursor, change the title of
  /// the window, or look like other text.
  package var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    return unicodeScalars.map { $0.needsEscape ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// The text in lines of at most `width` characters, broken between words; a longer word has a line of
  /// its own.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The beginning and the end of the text, if it has more characters than the limit.
  func elided(to limit: Int = 400) -> String {
    guard count > limit else { return self }
    let kept = limit / 2
    return "\(prefix(kept)) … (\((count - 2 * kept).grouped) characters omitted) … \(suffix(kept))"
  }

  /// This label with a text beside it, which begins at a column and is elided if it is long.
  package func labelling(_ text: String, column: Int = 14, width: Int = 78) -> [String] {
    let label = self + String(repeating: " ", count: Swift.max(column - count, 1))
    let margin = String(repeating: " ", count: label.count)
    return text.escapedForTerminal.elided().wrapped(to: width - label.count).enumerated().map {
      index, line in
      (index == 0 ? label : margin) + line
    }
  }
}

extension Unicode.Scalar {
  fileprivate var needsEscape: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Joiners are part of words and of emoji.
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
