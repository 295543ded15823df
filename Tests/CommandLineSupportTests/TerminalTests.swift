import CommandLineSupport
import Testing

@MainActor @Suite struct TerminalTests {
  private final class Streams {
    var text = ""
    var errors = ""
  }

  private let streams = Streams()

  private func terminal(_ lines: [String?] = []) -> Terminal {
    var rest = lines[...]
    return Terminal(
      write: { [streams] in streams.text += $0 },
      writeError: { [streams] in streams.errors += $0 }, readLine: { rest.popFirst() ?? nil })
  }

  private func commands(_ lines: String?...) -> [[String]] {
    let terminal = terminal(lines)
    var commands: [[String]] = []
    while let words = terminal.nextCommand(words: 3) { commands.append(words) }
    return commands
  }

  @Test func aCommandIsReadInWordsAndTheLastHoldsTheRest() {
    #expect(
      commands("a  b", "", "edit name of two") == [["a", "b"], [], ["edit", "name", "of two"]])
    #expect(streams.text == "> > > > \n")
  }

  @Test(arguments: ["q", "quit", "exit"])
  func aWordLeavesThePrompt(word: String) {
    #expect(commands("a", "\(word) now", word, "b") == [["a"], [word, "now"]])
    #expect(streams.text == "> > > ")
  }

  @Test func linesAreEscaped() {
    terminal().print(["one", "\u{1B}"])
    #expect(streams.text == "one\n\\u{1B}\n")
    terminal().error("\u{7}")
    #expect(streams.errors == "\\u{07}\n")
  }
}
