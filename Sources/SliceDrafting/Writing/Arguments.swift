/// The arguments of a command, taken apart.
struct Arguments {
  private(set) var positional: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Reads the arguments behind a verb; options take a value, flags take none.
  init(_ arguments: some Sequence<String>, options: Set<String>, flags known: Set<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        positional.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      if known.contains(argument) {
        flags.insert(argument)
      } else if options.contains(parts[0]) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst()
        else { throw DraftingError("\(argument) needs a value") }
        values[parts[0], default: []].append(value)
      } else {
        throw DraftingError("unknown option \(argument); --help lists the options")
      }
    }
  }

  func contains(_ flag: String) -> Bool { flags.contains(flag) }

  func value(of option: String) -> String? { values[option]?.last }

  func values(of option: String) -> [String] { values[option] ?? [] }
}
