import CommandLineSupport
import Testing

@Suite struct ArgumentReaderTests {
  @Test func optionsAndOperandsComeInTheirOrder() throws {
    var reader = ArgumentReader(
      ["a", "--level=3", "--file", "b=c", "-q", "", "--file=d=e"], repeatable: ["--file"])
    var read: [String] = []
    while let argument = try reader.next() {
      switch argument {
      case .option("--level"): read.append("level \(try reader.number("", in: 1...9))")
      case .option("--file"): read.append("file \(try reader.value("a file"))")
      case .option(let name): read.append("\(name) \(try reader.flag())")
      case .operand(let text): read.append("'\(text)'")
      }
    }
    #expect(read == ["'a'", "level 3", "file b=c", "-q true", "''", "file d=e"])
    #expect(reader.given == ["--level", "--file", "-q"])
  }

  @Test(
    arguments: [
      (["--quiet", "--quiet"], "--quiet is given twice"),
      (["--file=a", "--file", "b"], "--file is given twice"),
      (["--quiet=yes"], "--quiet takes no value"), (["-q="], "-q takes no value"),
      (["--file"], "--file needs a file"), (["--file", "--quiet"], "--file needs a file"),
      (["--file="], "--file needs a file"), (["--level"], "--level needs a number from 1 to 9"),
    ]
      + ["0", "10", "-1", "1.5", "", "x", "99999999999999999999"].map {
        (["--level", $0], "--level needs a number from 1 to 9")
      })
  func aWrongArgumentIsRefusedWithTheReason(arguments: [String], reason: String) {
    #expect(throws: UsageError(reason)) {
      var reader = ArgumentReader(arguments)
      while let argument = try reader.next() {
        switch argument {
        case .option("--level"): _ = try reader.number("a number from 1 to 9", in: 1...9)
        case .option("--file"): _ = try reader.value("a file")
        case .option, .operand: _ = try reader.flag()
        }
      }
    }
  }

  @Test func aValueMayBeOptional() throws {
    let values = try [["--bug=a"], ["--bug", "a"], ["--bug", "-q"], ["--bug"]].map {
      var reader = ArgumentReader($0)
      _ = try reader.next()
      return [reader.optionalValue(), try reader.next().map { "\($0)" }]
    }
    #expect(values == [["a", nil], ["a", nil], [nil, "option(\"-q\")"], [nil, nil]])
  }
}
