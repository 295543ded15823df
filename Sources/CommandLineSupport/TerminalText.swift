extension String {
  /// The text as one line that shows on a terminal as it is.
  ///
  /// Control characters, line breaks, and the marks that change the direction of text are written as
  /// in Swift: `\n`, `\u{1B}`. Otherwise a text from a file could move the cursor, change the title of
  /// the window, or look like other text.
  package var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case _ where !scalar.needsEscape: escaped.unicodeScalars.append(scalar)
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return escaped
  }

  /// The text in lines of at most `width` characters, broken between words; a longer word has a
  /// line of its own, or is broken on request.
  package func wrapped(to width: Int, breakingWords breaksWords: Bool = false) -> [String] {
    var lines: [String] = []
    var line: String?
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if let start = line, start.count + 1 + word.count <= width {
        line = "\(start) \(word)"
        continue
      }
      if let line { lines.append(line) }
      var rest = word
      while breaksWords, rest.count > max(width, 1) {
        lines.append(String(rest.prefix(max(width, 1))))
        rest = rest.dropFirst(max(width, 1))
      }
      line = String(rest)
    }
    return lines + [line ?? ""]
  }

  /// The text in lines of at most `width` characters, if there is a width; the later ones are
  /// indented by two more.
  package func folded(to width: Int?) -> [String] {
    guard let width, count > width else { return [self] }
    let margin = String(prefix { $0 == " " }.prefix(width / 2))
    let lines = drop { $0 == " " }.description
      .wrapped(to: width - margin.count - 2, breakingWords: true)
    return lines.enumerated().map { index, line in
      margin + (index == 0 ? "" : "  ") + line
    }
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
