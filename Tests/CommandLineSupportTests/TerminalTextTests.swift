import Testing

@testable import CommandLineSupport

@Suite struct TerminalTextTests {
  private static let plain = ["", "plain", "Größe 字 🔑", "👩\u{200D}💻", #"C:\n"#, "─ ● …"]

  @Test(
    arguments: [
      ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("1\n2\r\n3\t4", #"1\n2\r\n3\t4"#),
      ("\u{7}", #"\u{07}"#), ("\u{7F}\u{9B}31m", #"\u{7F}\u{009B}31m"#),
      ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#), ("\u{2028}", #"\u{2028}"#),
      ("\u{FEFF}x", #"\u{FEFF}x"#), ("e\u{301}\u{1B}\u{301}", "e\u{301}\\u{1B}\u{301}"),
    ] + plain.map { ($0, $0) })
  func onlyWhatMovesTheCursorOrTheTextIsEscaped(text: String, escaped: String) {
    #expect(Array(text.escapedForTerminal.unicodeScalars) == Array(escaped.unicodeScalars))
  }

  @Test func textIsBrokenBetweenWords() {
    let texts = [("a b", 3), ("", 3), ("one two three  four", 9), ("a veryLongWord b", 4)]
    #expect(
      texts.map { $0.wrapped(to: $1) } == [
        ["a b"], [""], ["one two", "three ", "four"], ["a", "veryLongWord", "b"],
      ])
  }

  @Test func aLabelStandsBesideItsTextOfWhichBothEndsAreShownIfItIsLong() {
    #expect("  at".labelling("a b c", column: 6, width: 9) == ["  at  a b", "      c"])
    #expect("long label".labelling("a", column: 6) == ["long label a"])
    let long = String(repeating: "a", count: 5_000) + "z"
    #expect(
      ["abc", long].map { $0.elided(to: 3) } == ["abc", "a … (4,999 characters omitted) … z"])
  }
}
