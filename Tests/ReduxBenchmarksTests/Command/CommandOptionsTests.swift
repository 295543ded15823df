import Testing

@testable import ReduxBenchmarks

@Suite struct CommandOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try CommandOptions([
      "--quick", "--case", "A.b(1)", "--case=C", "--json", "j", "--svg=s", "--list", "-h", "-v",
    ])
    #expect(options.choice == ["A.b(1)", "C"])
    #expect([options.jsonPath, options.svgFolder] == ["j", "s"])
    let flags = [options.isQuick, options.listsNames, options.showsHelp, options.isVerbose]
    #expect(flags == [true, true, true, true])
  }
}
