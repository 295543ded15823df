/// A realistic mistake that can be put into the new code, to see how a run finds it.
struct PlantedBug: Sendable {
  /// What `--plant-bug` calls it.
  let name: String
  /// The mistake, as a reviewer would put it.
  let summary: String
  /// Puts the mistake into otherwise correct code.
  let plant: @Sendable (inout ModernCode) -> Void

  /// Every bug that can be planted.
  static let all = theme + account + routes + items

  /// The bug that is planted when none is named.
  static let standard = all[0]

  static func named(_ name: String) -> PlantedBug? {
    all.first { $0.name == name }
  }
}

extension ModernCode {
  /// The new code, with a mistake in it if there is one to plant.
  init(planted bug: PlantedBug?) {
    self.init()
    bug?.plant(&self)
  }
}
