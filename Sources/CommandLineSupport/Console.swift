/// Where a program writes its text and its errors.
@MainActor package protocol Console: AnyObject {
  func write(_ text: String)
  func writeError(_ text: String)

  /// Why a text was not written; nothing is written after that.
  var failure: OutputError? { get }
}

extension Console {
  /// Writes a line, as it shows on a terminal.
  package func out(_ line: String) { write(line.escapedForTerminal + "\n") }

  package func error(_ line: String) { writeError(line.escapedForTerminal + "\n") }
}

/// The standard streams of the process.
package final class StandardConsole: Console {
  package private(set) var failure: OutputError?

  package init() {}

  package func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try StandardStreams.write(text)
    } catch {
      failure = error as? OutputError ?? OutputError("\(error)")
    }
  }

  package func writeError(_ text: String) {
    StandardStreams.writeError(text)
  }
}

/// A console with a user in front of it: lines that fit the screen, and commands at a prompt.
@MainActor package struct Terminal {
  package let console: any Console
  /// The columns that lines should fit; `nil` for any number.
  package let columns: Int?
  private let readLine: () -> String?

  /// Creates a terminal; by default that of the process.
  ///
  /// - Parameters:
  ///   - console: Where lines are written.
  ///   - columns: The columns that they should fit; `nil` for any number.
  ///   - readLine: Returns the next line of input, or `nil` at its end.
  package init(
    _ console: any Console = StandardConsole(), columns: Int? = StandardStreams.columns,
    readLine: @escaping () -> String? = { Swift.readLine() }
  ) {
    self.console = console
    self.columns = columns
    self.readLine = readLine
  }

  /// Writes lines, folded to fit.
  package func print(_ lines: [String]) {
    for line in lines.flatMap({ $0.folded(to: columns) }) { console.out(line) }
  }

  /// The next command at a prompt in words, of which the last holds the rest of the line.
  ///
  /// - Parameter limit: The most words.
  /// - Returns: The words; `nil` at the end of the input, for `q`, `quit` or `exit`, and when nothing
  ///   can be written any more.
  package func nextCommand(words limit: Int) -> [String]? {
    guard console.failure == nil else { return nil }
    console.write("> ")
    guard let line = readLine() else {
      console.write("\n")
      return nil
    }
    let words = line.split(separator: " ", maxSplits: limit - 1).map(String.init)
    return words.count == 1 && ["q", "quit", "exit"].contains(words[0]) ? nil : words
  }
}
