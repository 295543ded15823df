import CommandLineSupport
import Testing

@testable import ReduxBenchmarks

@Suite struct CommandOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try CommandOptions([
      "--quick", "--case", "A.b(1)", "--case=C", "--json", "j", "--html=h", "--svg", "s",
    ])
    #expect(options.isQuick)
    #expect(options.choice == ["A.b(1)", "C"])
    #expect(options.jsonPath == "j")
    #expect(options.htmlPath == "h")
    #expect(options.svgFolder == "s")
    #expect(try CommandOptions(["--first-call", "A.b(1)"]).firstCall == "A.b(1)")
    #expect(try CommandOptions(["--list"]).listsNames)
    #expect(try CommandOptions(["-h"]).showsHelp)
    #expect(try CommandOptions([]) == CommandOptions([]))
  }

  @Test(arguments: [
    (["--fast"], "unknown option --fast"),
    (["file"], "unexpected argument \"file\""),
    (["--json"], "--json needs a file"),
    (["--case="], "--case needs the name of a case"),
    (["--quick=yes"], "--quick takes no value"),
  ])
  func aWrongArgumentIsNamed(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try CommandOptions(arguments) }
  }
}
