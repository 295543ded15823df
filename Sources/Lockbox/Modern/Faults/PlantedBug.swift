/// A realistic bug to put into the new code, to show how a run finds it.
struct PlantedBug: Sendable {
  /// The name for `--plant-bug`.
  let name: String
  /// The bug in the words of a code review.
  let summary: String
  /// Puts the bug into correct code.
  let plant: @Sendable (inout ModernCode) -> Void

  static let all = theme + account + routes + items

  /// The bug that is planted if none is named.
  static let standard = all[0]

  static func named(_ name: String) -> PlantedBug? {
    all.first { $0.name == name }
  }
}

extension ModernCode {
  /// The new code, with a bug in it if one is given.
  init(planted bug: PlantedBug?) {
    self.init()
    bug?.plant(&self)
  }
}
