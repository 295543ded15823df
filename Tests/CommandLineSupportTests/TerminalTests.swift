import CommandLineSupport
import Testing

@MainActor @Suite struct TerminalTests {
  private final class Streams {
    var text = ""
    var errors = ""
  }

  private let streams = Streams()

  private func terminal(_ lines: [String] = []) -> Terminal {
    var rest = lines[...]
    return Terminal(
      write: { [streams] in streams.text += $0 },
      writeError: { [streams] in streams.errors += $0 }, readLine: { rest.popFirst() })
  }

  @Test(arguments: [([], "> > > > \n")] + ["q", "quit", "exit"].map { ([$0, "b"], "> > > > ") })
  func aCommandIsReadInWordsUntilTheEndOrAWordThatLeaves(end: [String], written: String) {
    let terminal = terminal(["a  b", "", "quit name of two"] + end)
    var commands: [[String]] = []
    while let words = terminal.nextCommand(words: 3) { commands.append(words) }
    #expect(commands == [["a", "b"], [], ["quit", "name", "of two"]])
    #expect(streams.text == written)
  }

  @Test func linesAreEscaped() {
    terminal().print(["one", "\u{1B}"])
    terminal().error("\u{7}")
    #expect([streams.text, streams.errors] == ["one\n\\u{1B}\n", "\\u{07}\n"])
  }
}
