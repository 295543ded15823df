import LockboxModern
import CommandLineSupport

struct Options: Sendable {
  var source = LoginsFile.sample
  var seed: UInt64 = 2023
  var actions = 5000
  var plantedBug: PlantedBug?
  var isInteractive = false
  /// Where the session of the original app is recorded.
  var recordPath: String?
  /// The recording to replay.
  var replayPath: String?
  /// Where the page of the recording is written.
  var pagePath: String?
  var showsHelp = false

  static let mostActions = 1_000_000
}

extension Options {
  init(arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var given: Set<String> = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        guard given.insert("FILE").inserted else {
          throw UsageError("only one file is allowed: '\(argument)' is another")
        }
        guard !argument.isEmpty else { throw UsageError("the name of the file is empty") }
        source = .file(path: argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard given.insert(name).inserted else { throw UsageError("\(name) is given twice") }
      try read(name, attached: parts.count > 1 ? String(parts[1]) : nil, rest: &rest)
    }
    if isInteractive, given.contains("--actions") {
      throw UsageError("--actions sets the length of a session, which --interactive leaves to you")
    }
    if replayPath != nil {
      let others = given.subtracting(["--replay", "--page", "--plant-bug"]).sorted()
      if let other = others.first {
        throw UsageError("--replay runs what was recorded, without \(other)")
      }
    } else if pagePath != nil, recordPath == nil {
      throw UsageError("--page shows a session: --record it, or --replay a recording")
    }
    if isInteractive, recordPath != nil {
      throw UsageError("--record records the session of the simulated user, not --interactive")
    }
  }

  private mutating func read(
    _ name: String, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    switch name {
    case "--help", "-h", "--interactive", "-i":
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      if name == "--help" || name == "-h" { showsHelp = true } else { isInteractive = true }
    case "--plant-bug":
      plantedBug = try Self.plantedBug(attached: attached, rest: &rest)
    case "--seed", "--actions", "--record", "--replay", "--page":
      guard let value = attached ?? rest.popFirst() else {
        throw UsageError("\(name) needs a value")
      }
      try set(name, to: value)
    default:
      throw UsageError("unknown option \(name)")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--seed":
      guard let seed = UInt64(value) else {
        throw UsageError("--seed takes a whole number from 0, not '\(value)'")
      }
      self.seed = seed
    case "--actions":
      guard let actions = Int(value), (1...Self.mostActions).contains(actions) else {
        throw UsageError("--actions takes a number from 1 to \(Self.mostActions), not '\(value)'")
      }
      self.actions = actions
    default:
      guard !value.isEmpty, !value.hasPrefix("-") else { throw UsageError("\(name) needs a file") }
      if name == "--record" { recordPath = value }
      if name == "--replay" { replayPath = value }
      if name == "--page" { pagePath = value }
    }
  }

  /// The named bug, or the standard one if the next argument is no name: another option, none, or a
  /// file.
  private static func plantedBug(
    attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> PlantedBug {
    let next = rest.first.flatMap { $0.hasPrefix("-") || $0.contains(/[.\/]/) ? nil : $0 }
    guard let name = attached ?? next else { return .standard }
    if attached == nil { rest.removeFirst() }
    if let bug = PlantedBug.named(name) { return bug }
    let names = PlantedBug.all.map(\.name).joined(separator: ", ")
    throw UsageError("there is no bug '\(name)'; the bugs are \(names)")
  }
}

extension Options {
  static var help: String {
    let width = PlantedBug.all.map(\.name.count).max() ?? 0
    let bugs = PlantedBug.all.map { bug in
      let padding = String(repeating: " ", count: width - bug.name.count)
      return "      \(bug.name)\(padding)  \(bug.summary)"
    }
    return """
      Lockbox, the core of a password manager, migrates from a store of classes to a store of
      values while it is in use, and checks that its users see no difference.

      usage: swift run Lockbox [FILE] [--seed N] [--actions N] [--plant-bug [NAME]]
             swift run Lockbox [FILE] --interactive [--seed N] [--plant-bug [NAME]]
             swift run Lockbox --replay FILE [--page FILE] [--plant-bug [NAME]]

        FILE               a logins export of Firefox (about:logins, Export Logins): a CSV file
                           with the columns \(LoginsColumn.allCases.prefix(5).map(\.rawValue).joined(separator: ", ")),
                           \(LoginsColumn.allCases.dropFirst(5).map(\.rawValue).joined(separator: ", ")).
                           Lockbox only reads the file, and never shows a password.
                           Default: a sample of fictitious logins.
        --seed N           selects the session of the simulated user (default: \(Options().seed))
        --actions N        the length of the session, in actions (default: \(Options().actions))
        --plant-bug [NAME] puts a bug into the new code, to show that the comparison finds it and
                           shrinks it to the fewest actions, with a test to paste
                           (default: \(PlantedBug.standard.name)):
      \(bugs.joined(separator: "\n"))
        --record FILE      records what the original app does, with tokens in place of secrets
        --replay FILE      runs a recording on the old and the new code
        --page FILE        writes what was recorded or replayed as a page for a browser
        --interactive      opens a prompt, to use the app and move its slices
        --help             prints this text

      exit status: 0 everything matched
                   1 the two sides differ
                   2 the options or the file are invalid
                   3 the text could not be written
      """
  }
}
