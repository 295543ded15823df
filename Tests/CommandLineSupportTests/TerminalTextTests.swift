import Testing

@testable import CommandLineSupport

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("1\n2\r\n3\t4", #"1\n2\r\n3\t4"#), ("\u{7}", #"\u{07}"#),
    ("\u{7F}\u{9B}31m", #"\u{7F}\u{009B}31m"#), ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#),
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

  @Test func ofALongTextBothEndsAreShown() {
    #expect("abc".elided(to: 3) == "abc")
    let text = String(repeating: "a", count: 5_000) + "z"
    #expect(text.elided(to: 4) == "aa … (4,997 characters omitted) … az")
  }

  @Test func aLabelStandsBesideItsText() {
    #expect("  at".labelling("a b c", column: 6, width: 9) == ["  at  a b", "      c"])
    #expect("long label".labelling("a", column: 6) == ["long label a"])
  }
}
