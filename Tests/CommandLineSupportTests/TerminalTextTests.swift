import Testing

@testable import CommandLineSupport

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("1\n2\r\n3\t4", #"1\n2\r\n3\t4"#), ("\u{7}", #"\u{7}"#),
    ("\u{7F}\u{9B}31m", #"\u{7F}\u{9B}31m"#), ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#),
    ("\u{2028}", #"\u{2028}"#), ("\u{FEFF}x", #"\u{FEFF}x"#),
    ("e\u{301}\u{1B}\u{301}", "e\u{301}\\u{1B}\u{301}"),
  ])
  func whatMovesTheCursorOrTheTextIsEscaped(text: String, escaped: String) {
    #expect(Array(text.escapedForTerminal.unicodeScalars) == Array(escaped.unicodeScalars))
  }

  @Test(arguments: ["", "plain", "Größe 字 🔑", "👩\u{200D}💻", #"C:\n"#, "─ ● …"])
  func otherTextStaysAsItIs(text: String) {
    #expect(text.escapedForTerminal == text)
  }

  @Test func textIsBrokenBetweenWords() {
    #expect("a b".wrapped(to: 3) == ["a b"])
    #expect("".wrapped(to: 3) == [""])
    #expect("one two three four".wrapped(to: 9) == ["one two", "three", "four"])
    #expect("a veryLongWord b".wrapped(to: 4) == ["a", "veryLongWord", "b"])
    let text = "one  two three"
    #expect(text.wrapped(to: 4).joined(separator: " ") == text)
  }

  @Test func aLongWordIsBrokenOnRequest() {
    #expect(
      "a veryLongWord b".wrapped(to: 4, breakingWords: true) == ["a", "very", "Long", "Word", "b"])
    #expect("abcdefgh".wrapped(to: 4, breakingWords: true) == ["abcd", "efgh"])
    #expect("abc".wrapped(to: 0, breakingWords: true) == ["a", "b", "c"])
  }

  @Test func aLineIsFoldedBelowItsMargin() {
    #expect("  one two three".folded(to: 9) == ["  one", "    two", "    three"])
    #expect("one two".folded(to: nil) == ["one two"])
    for width in 6...20 {
      let lines = "    word andAVeryLongWordIndeed".folded(to: width)
      #expect(lines.allSatisfy { $0.count <= width }, "\(width): \(lines)")
    }
  }

  @Test func progressIsForATerminalOnly() {
    #expect(ProgressLine(isTerminal: false, columns: nil).text(for: "[2/3] sums") == "")
    #expect(ProgressLine(isTerminal: false, columns: nil).text(for: nil) == "")
    #expect(
      ProgressLine(isTerminal: true, columns: nil).text(for: "[2/3] sums") == "\r\u{1B}[K[2/3] sums"
    )
    #expect(ProgressLine(isTerminal: true, columns: nil).text(for: nil) == "\r\u{1B}[K")
    let narrow = ProgressLine(isTerminal: true, columns: 8)
    #expect(narrow.text(for: "[2/3] sums") == "\r\u{1B}[K[2/3] s")
  }
}
