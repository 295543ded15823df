/// What the command line asks for.
struct Options: Sendable {
  var source = LoginsFile.sample
  var seed: UInt64 = 2023
  var actions = 4000
  var plantedBug: PlantedBug?
  var isInteractive = false
  var showsHelp = false

  /// The most actions that a run may be asked for.
  static let mostActions = 1_000_000
}
