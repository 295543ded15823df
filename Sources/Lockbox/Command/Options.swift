/// The options of the command line.
struct Options: Sendable {
  var source = LoginsFile.sample
  var seed: UInt64 = 2023
  var actions = 4000
  var plantedBug: PlantedBug?
  var isInteractive = false
  var showsHelp = false

  /// The maximum length of a session.
  static let mostActions = 1_000_000
}
