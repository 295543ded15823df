import CommandLineSupport

extension Options {
  /// Reads a command line, without the name of the program.
  init(arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var given: Set<String> = []
    var isFileGiven = false
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        guard !isFileGiven else {
          throw UsageError("only one file is allowed: '\(argument)' is another")
        }
        guard !argument.isEmpty else { throw UsageError("the name of the file is empty") }
        isFileGiven = true
        source = .file(path: argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 ? String(parts[1]) : nil
      guard given.insert(name).inserted else { throw UsageError("\(name) is given twice") }
      try read(name, attached: attached, rest: &rest)
    }
    if isInteractive, given.contains("--actions") {
      throw UsageError("--actions sets the length of a session, which --interactive leaves to you")
    }
  }

  private mutating func read(
    _ name: String, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    switch name {
    case "--help", "-h":
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      showsHelp = true
    case "--interactive", "-i":
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      isInteractive = true
    case "--seed":
      let value = try Self.value(of: name, attached: attached, rest: &rest)
      guard let seed = UInt64(value) else {
        throw UsageError("--seed takes a whole number from 0, not '\(value)'")
      }
      self.seed = seed
    case "--actions":
      let value = try Self.value(of: name, attached: attached, rest: &rest)
      guard let actions = Int(value), (1...Self.mostActions).contains(actions) else {
        throw UsageError("--actions takes a number from 1 to \(Self.mostActions), not '\(value)'")
      }
      self.actions = actions
    case "--plant-bug":
      plantedBug = try Self.plantedBug(attached: attached, rest: &rest)
    default:
      throw UsageError("unknown option \(name)")
    }
  }

  private static func value(
    of name: String, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if let attached { return attached }
    guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value") }
    return value
  }

  /// The named bug, or the standard one if the next argument is no name: another option, none, or a
  /// file.
  private static func plantedBug(
    attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> PlantedBug {
    if let attached { return try bug(named: attached) }
    guard let next = rest.first, !next.hasPrefix("-"), !next.contains(where: { "./".contains($0) })
    else { return .standard }
    rest.removeFirst()
    return try bug(named: next)
  }

  private static func bug(named name: String) throws(UsageError) -> PlantedBug {
    if let bug = PlantedBug.named(name) { return bug }
    let names = PlantedBug.all.map(\.name).joined(separator: ", ")
    throw UsageError("there is no bug '\(name)'; the bugs are \(names)")
  }
}
