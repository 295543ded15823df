import Foundation
import Testing

@testable import CommandLineSupport

@Suite struct CommandLineOutputTests {
  @Test func progressRewritesItsLineOnATerminalOnly() {
    #expect(ProgressLine(isTerminal: false).text(for: "[2/3] sums") == "[2/3] sums\n")
    #expect(ProgressLine(isTerminal: false).text(for: nil) == "")
    #expect(ProgressLine(isTerminal: true).text(for: "[2/3] sums") == "\r\u{1B}[K[2/3] sums")
    #expect(ProgressLine(isTerminal: true).text(for: nil) == "\r\u{1B}[K")
  }

  @Test func filesAreWrittenAndReplaced() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let charts = try OutputPlace(folder: folder.appendingPathComponent("deep/charts").path)
    try charts.write(Data("a".utf8), named: "a.svg")
    let file = folder.appendingPathComponent("deep/charts/a.svg")
    try OutputPlace(file: file.path).write(Data("b".utf8))
    #expect(try String(contentsOf: file, encoding: .utf8) == "b")
  }

  @Test func aPlaceThatIsNotWritableIsNamedBeforeAnythingIsWritten() {
    #expect(throws: UsageError("cannot write the file /nowhere/at/all.json")) {
      try OutputPlace(file: "/nowhere/at/all.json")
    }
    #expect(throws: UsageError("cannot write the file /")) { try OutputPlace(file: "/") }
    #expect(throws: UsageError("cannot create the folder /dev/null/charts")) {
      try OutputPlace(folder: "/dev/null/charts")
    }
  }
}
