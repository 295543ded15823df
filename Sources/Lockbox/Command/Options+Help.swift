extension Options {
  /// The output of `--help`.
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
        --interactive      opens a prompt, to use the app and move its slices
        --help             prints this text

      exit status: 0 everything matched
                   1 the two sides differ
                   2 the options or the file are invalid
                   3 the text could not be written
      """
  }
}
