enum Appearance: String, Sendable, Codable, CaseIterable {
  case light
  case dark
}

/// Whether the brightness of the screen determines the appearance.
enum BrightnessRule: Hashable, Sendable, Codable {
  /// It does not; the threshold is kept for the next time.
  case off(remembered: Double)
  /// Dark when the screen is darker than the threshold, between 0 and 1.
  case darkBelow(Double)

  /// The threshold in use, or the kept one.
  var threshold: Double {
    switch self {
    case .off(let remembered): remembered
    case .darkBelow(let threshold): threshold
    }
  }
}
