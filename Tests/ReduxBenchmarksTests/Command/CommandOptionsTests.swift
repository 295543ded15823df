import Testing

@testable import ReduxBenchmarks

@Suite struct CommandOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try CommandOptions([
      "--quick", "--case", "A.b(1)", "--case=C", "--json", "j", "--html=h", "--svg", "s",
      "--first-call", "D.e(1)", "--list", "-h", "-v",
    ])
    #expect(options.choice == ["A.b(1)", "C"])
    #expect(
      [options.jsonPath, options.htmlPath, options.svgFolder, options.firstCall]
        == ["j", "h", "s", "D.e(1)"])
    let flags = [options.isQuick, options.listsNames, options.showsHelp, options.isVerbose]
    #expect(flags == [true, true, true, true])
  }
}
