/// A realistic mistake that can be put into the new code, to see how a run finds it.
struct PlantedBug: Sendable {
  /// What `--plant-bug` calls it.
  let name: String
  /// The mistake, as a reviewer would put it.
  let summary: String
  /// Puts the mistake into otherwise correct reducers.
  let plant: @Sendable (inout ModernReducers) -> Void

  /// The bug that is planted when none is named.
  static let standard = all[0]

  static func named(_ name: String) -> PlantedBug? {
    all.first { $0.name == name }
  }
}
