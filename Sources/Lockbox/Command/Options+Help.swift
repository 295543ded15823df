extension Options {
  /// What `--help` prints.
  static var help: String {
    let width = PlantedBug.all.map(\.name.count).max() ?? 0
    let bugs = PlantedBug.all.map { bug in
      let padding = String(repeating: " ", count: width - bug.name.count)
      return "      \(bug.name)\(padding)  \(bug.summary)"
    }
    return """
      Lockbox, a password manager's core, crosses from a store of classes to a store of values
      while it is in use, and shows that nobody who uses it could tell.

      usage: swift run Lockbox [FILE] [--seed N] [--actions N] [--plant-bug [NAME]]
             swift run Lockbox [FILE] --interactive [--seed N] [--plant-bug [NAME]]

        FILE               a logins export of Firefox (about:logins, Export Logins): a CSV file
                           with the columns \(LoginsColumn.allCases.prefix(5).map(\.rawValue).joined(separator: ", ")),
                           \(LoginsColumn.allCases.dropFirst(5).map(\.rawValue).joined(separator: ", ")).
                           It is read, never written; passwords are never shown.
                           Without a file: a sample of made-up logins.
        --seed N           another session: what the made-up person does (default: \(Options().seed))
        --actions N        how long the session is, in actions (default: \(Options().actions))
        --plant-bug [NAME] puts a mistake into the new code, to see that it is found and shrunk
                           to the fewest actions that show it, with a test to paste
                           (default: \(PlantedBug.standard.name)):
      \(bugs.joined(separator: "\n"))
        --interactive      a prompt: use the app, and move its slices while you do
        --help             this text

      exit status: 0 everything matched
                   1 the two sides differ
                   2 the options or the file are not right
      """
  }
}
