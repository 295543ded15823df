import CommandLineSupport
import LockboxModern

struct Options: Sendable {
  var source = LoginsFile.sample
  var seed: UInt64 = 57
  var actions = 600
  var plantedBug: PlantedBug?
  /// Where the session of the original app is recorded.
  var recordPath: String?
  /// The recording to replay.
  var replayPath: String?
  /// Where the page of the replay is written.
  var pagePath: String?
  var showsHelp = false

  static let mostActions = 1_000_000
}

extension Options {
  init(arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments)
    while let argument = try reader.next() {
      switch argument {
      case .option("--help"), .option("-h"): showsHelp = try reader.flag()
      case .option("--seed"): seed = try reader.number("a whole number from 0", in: 0 ... .max)
      case .option("--actions"):
        actions = try reader.number(
          "a number from 1 to \(Self.mostActions)", in: 1...Self.mostActions)
      case .option("--record"): recordPath = try reader.value("a file")
      case .option("--replay"): replayPath = try reader.value("a file")
      case .option("--page"): pagePath = try reader.value("a file")
      case .option("--plant-bug"):
        let name = reader.optionalValue { $0.contains(/[.\/]/) }
        plantedBug = try name.map(Self.plantedBug) ?? .standard
      case .option(let name): throw UsageError("unknown option \(name)")
      case .operand(let path): source = try file(path)
      }
    }
    if replayPath != nil {
      let others = reader.given.subtracting(["--replay", "--page", "--plant-bug"]).sorted()
      if let other = others.first ?? (source == .sample ? nil : "FILE") {
        throw UsageError("--replay runs what was recorded, without \(other)")
      }
    } else if pagePath != nil {
      throw UsageError("--page shows a recording: --replay it")
    }
    try OutputFile.refuseSame([
      "FILE": source.path, "--record": recordPath, "--replay": replayPath, "--page": pagePath,
    ])
  }

  private func file(_ path: String) throws(UsageError) -> LoginsFile {
    guard source == .sample else {
      throw UsageError("only one file is allowed: '\(path)' is another")
    }
    guard !path.isEmpty else { throw UsageError("the name of the file is empty") }
    return .file(path: path)
  }

  private static func plantedBug(_ name: String) throws(UsageError) -> PlantedBug {
    if let bug = PlantedBug.named(name) { return bug }
    let names = PlantedBug.all.map(\.name).joined(separator: ", ")
    throw UsageError("there is no bug '\(name)'; the bugs are \(names)")
  }

  static var help: String {
    let width = PlantedBug.all.map(\.name.count).max() ?? 0
    let bugs = PlantedBug.all.flatMap { bug in
      "    \(bug.name)".labelling(bug.summary, column: width + 6)
    }
    let columns = LoginsColumn.allCases.map(\.rawValue)
    return """
      Lockbox, the core of a password manager, migrates from a store of classes to
      a store of values while it is in use, and checks that its users see no
      difference.

      usage: swift run Lockbox [FILE] [--seed N] [--actions N]
                               [--plant-bug [NAME]] [--record FILE]
             swift run Lockbox --replay FILE [--page FILE] [--plant-bug [NAME]]

        FILE           a logins export of Firefox (about:logins, Export Logins): a
                       CSV file with the columns \(columns.prefix(4).joined(separator: ", ")),
                       \(columns.dropFirst(4).joined(separator: ", ")).
                       Lockbox only reads the file, and never shows a password.
                       Default: a sample of fictitious logins.
        --seed N       selects the session of the simulated user (default: \(Options().seed))
        --actions N    the length of the session, in actions (default: \(Options().actions))
        --record FILE  records what the original app does, with tokens in place of
                       secrets
        --replay FILE  runs a recording on the old and the new code
        --page FILE    writes what was replayed as a page for a browser
        --help         prints this text
        --plant-bug [NAME]
                       puts a bug into the new code, to show that the comparison
                       finds it and shrinks it to the fewest actions, with a test
                       to paste (default: \(PlantedBug.standard.name)):
      \(bugs.joined(separator: "\n"))

      exit status: 0 everything matched
                   1 the two sides differ
                   2 the options or the file are invalid
                   3 the text or the recording could not be written; when the
                     output is closed, as by head, the printing ends, and a
                     recording goes on
      """
  }
}
