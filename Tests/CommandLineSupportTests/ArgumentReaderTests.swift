import CommandLineSupport
import Testing

@Suite struct ArgumentReaderTests {
  /// The arguments as a program reads them, and the error that ends it.
  private func read(_ arguments: [String]) -> [String] {
    var reader = ArgumentReader(arguments, repeatable: ["--file"])
    var texts: [String] = []
    do throws(UsageError) {
      while let argument = try reader.next() {
        switch argument {
        case .operand(let text): texts.append("\(text) after \(reader.given.sorted())")
        case .option("--level"):
          try texts.append("level \(reader.number("a number from 1 to 9", in: 1...9))")
        case .option("--file"): try texts.append("file \(reader.value("a file"))")
        case .option("--bug"):
          texts.append("bug \(reader.optionalValue { $0.contains(".") } ?? "-")")
        case .option(let name): try texts.append("\(name) \(reader.flag())")
        }
      }
      return texts
    } catch {
      return texts + ["\(error)"]
    }
  }

  private static let cases: [(arguments: [String], texts: [String])] = [
    (
      ["a", "--level=3", "--file", "b=c", "-q", ""],
      ["a after []", "level 3", "file b=c", "-q true", #" after ["--file", "--level", "-q"]"#]
    ),
    (["--file=a=b", "--file", "c"], ["file a=b", "file c"]),
    (["--quiet", "--quiet"], ["--quiet true", "--quiet is given twice"]),
    (["--level=1", "--level", "2"], ["level 1", "--level is given twice"]),
    (["--quiet=yes"], ["--quiet takes no value"]), (["-q="], ["-q takes no value"]),
    (["--file"], ["--file needs a file"]), (["--file", "--quiet"], ["--file needs a file"]),
    (["--file="], ["--file needs a file"]), (["--level"], ["--level needs a number from 1 to 9"]),
    (["--bug=a"], ["bug a"]), (["--bug", "a"], ["bug a"]), (["--bug"], ["bug -"]),
    (["--bug", "b.csv"], ["bug -", #"b.csv after ["--bug"]"#]), (["--bug=b.csv"], ["bug b.csv"]),
    (["--bug", "-q"], ["bug -", "-q true"]),
  ]
  private static let noNumbers = ["0", "10", "-1", "1.5", "", "x", "99999999999999999999"].map {
    (arguments: ["--level", $0], texts: ["--level needs a number from 1 to 9"])
  }

  @Test(arguments: cases + noNumbers)
  func argumentsAreReadInTheirOrderUpToAWrongOne(arguments: [String], texts: [String]) {
    #expect(read(arguments) == texts)
  }
}
