import CommandLineSupport
import Testing

@Suite struct ArgumentReaderTests {
  /// Why a program with three options refuses its arguments; it takes any other one as a flag.
  private func refusal(_ arguments: [String]) -> String? {
    let error = #expect(throws: UsageError.self) {
      var reader = ArgumentReader(arguments)
      while let argument = try reader.next() {
        switch argument {
        case .option("--level"): _ = try reader.number("a number from 1 to 9", in: 1...9)
        case .option("--file"): _ = try reader.value("a file")
        case .option, .operand: _ = try reader.flag()
        }
      }
    }
    return error?.description
  }

  @Test func optionsAndOperandsComeInTheirOrder() throws {
    var reader = ArgumentReader(["a", "--level=3", "--file", "b=c", "-q", ""])
    #expect(try reader.next() == .operand("a"))
    #expect(try reader.next() == .option("--level"))
    #expect(try reader.number("", in: 1...9) == 3)
    #expect(try reader.next() == .option("--file"))
    #expect(try reader.value("a file") == "b=c")
    #expect(try reader.next() == .option("-q"))
    #expect(try reader.flag())
    #expect(try reader.next() == .operand(""))
    #expect(reader.given == ["--level", "--file", "-q"])
  }

  @Test func anOptionMayBeRepeatable() throws {
    var reader = ArgumentReader(["--file=a=b", "--file", "c"], repeatable: ["--file"])
    _ = try reader.next()
    #expect(try reader.value("a file") == "a=b")
    #expect(try reader.next() == .option("--file"))
    #expect(try reader.value("a file") == "c")
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    (["--quiet", "--quiet"], "--quiet is given twice"),
    (["--file=a", "--file", "b"], "--file is given twice"),
    (["--quiet=yes"], "--quiet takes no value"), (["-q="], "-q takes no value"),
    (["--file"], "--file needs a file"), (["--file", "--quiet"], "--file needs a file"),
    (["--file="], "--file needs a file"), (["--level"], "--level needs a number from 1 to 9"),
  ])
  func aWrongArgumentIsRefusedWithTheReason(arguments: [String], reason: String) {
    #expect(refusal(arguments) == reason)
  }

  @Test(arguments: ["0", "10", "-1", "1.5", "", "x", "99999999999999999999"])
  func aNumberIsWholeAndInItsRange(text: String) {
    #expect(refusal(["--level", text]) == "--level needs a number from 1 to 9")
  }

  @Test(arguments: [
    (["--bug=a"], "a"), (["--bug", "a"], "a"), (["--bug", "b.csv"], nil), (["--bug", "-q"], nil),
    (["--bug"], nil), (["--bug=b.csv"], "b.csv"),
  ])
  func aValueMayBeOptional(arguments: [String], value: String?) throws {
    var reader = ArgumentReader(arguments)
    #expect(try reader.next() == .option("--bug"))
    #expect(reader.optionalValue { $0.contains(".") } == value)
    #expect(try (reader.next() == nil) == (arguments.count == 1 || value != nil))
  }
}
