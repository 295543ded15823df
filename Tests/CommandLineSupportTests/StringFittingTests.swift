import Testing

@testable import CommandLineSupport

@Suite struct StringFittingTests {
  @Test func aShortTextStaysUnchanged() {
    #expect("abc".elided(to: 3) == "abc")
  }

  @Test func ofALongTextBothEndsAreShown() {
    let text = String(repeating: "a", count: 5_000) + "z"
    #expect(text.elided(to: 4) == "aa … (4,997 characters omitted) … az")
  }

  @Test func aLabelStandsBesideItsText() {
    #expect("  at".labelling("a b c", column: 6, width: 9) == ["  at  a b", "      c"])
    #expect("long label".labelling("a", column: 6) == ["long label a"])
  }
}
