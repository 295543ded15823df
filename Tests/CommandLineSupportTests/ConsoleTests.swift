import CommandLineSupport
import Testing

@MainActor @Suite struct ConsoleTests {
  private final class RecordingConsole: Console {
    var text = ""
    var failure: OutputError?

    func write(_ text: String) { self.text += text }
    func writeError(_ text: String) {}
  }

  private let console = RecordingConsole()

  private func commands(_ lines: String?...) -> [[String]] {
    var rest = lines[...]
    let terminal = Terminal(console, columns: 9) { rest.popFirst() ?? nil }
    var commands: [[String]] = []
    while let words = terminal.nextCommand(words: 3) { commands.append(words) }
    return commands
  }

  @Test func aCommandIsReadInWordsAndTheLastHoldsTheRest() {
    #expect(
      commands("a  b", "", "edit name of two") == [["a", "b"], [], ["edit", "name", "of two"]])
    #expect(console.text == "> > > > \n")
  }

  @Test(arguments: ["q", "quit", "exit"])
  func aWordLeavesThePrompt(word: String) {
    #expect(commands("a", "\(word) now", word, "b") == [["a"], [word, "now"]])
    #expect(console.text == "> > > ")
  }

  @Test func nothingIsReadOnceNothingIsWritten() {
    console.failure = OutputError("standard output: Broken pipe")
    #expect(commands("a") == [])
    #expect(console.text == "")
  }

  @Test func linesAreFoldedAndEscaped() {
    Terminal(console, columns: 9).print(["one two three", "\u{1B}"])
    #expect(console.text == "one two\n  three\n\\u{1B}\n")
  }
}
