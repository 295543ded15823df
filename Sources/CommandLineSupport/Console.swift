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

  /// Writes lines, folded at the end of the terminal, if its width is known.
  package func out(_ lines: [String], fitting columns: Int?) {
    for line in lines.flatMap({ $0.folded(to: columns) }) { out(line) }
  }

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
