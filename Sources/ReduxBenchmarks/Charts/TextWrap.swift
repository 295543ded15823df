/// Breaks text into lines.
///
/// ## Thread safety
/// Safe from any thread because it has no state.
package enum TextWrap {
  /// The lines of a text, broken between words; a longer word has a line of its own.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - width: the most characters that a line should have.
  /// - Returns: the lines.
  package static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
