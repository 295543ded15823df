import CommandLineSupport
import Testing

@MainActor @Suite struct TerminalTests {
  @Test func linesAreEscaped() {
    var (text, errors) = ("", "")
    let terminal = Terminal(write: { text += $0 }, writeError: { errors += $0 })
    terminal.print(["one", "\u{1B}"])
    terminal.error("\u{7}")
    #expect([text, errors] == ["one\n\\u{1B}\n", "\\u{07}\n"])
  }
}
