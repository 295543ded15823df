internal import Foundation

/// A logarithmic axis, with a place of its own for zero if a value is zero.
struct LogAxis: Sendable, Equatable {
  /// The ticks, ascending; the first is 0 if a value is.
  let ticks: [Double]
  private let start: Double
  private let end: Double
  private let lowest: Double
  private let highest: Double
  private let hasZero: Bool

  /// The share of the axis between zero and the smallest decade.
  private static let zeroShare = 0.18

  /// Spans an axis from one place in points to another, over all values from zero up.
  init(values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let least = Self.exponent(positive.min() ?? 1).rounded(.down)
    let most = max(Self.exponent(positive.max() ?? 1).rounded(.up), least + 1)
    lowest = least
    highest = most
    hasZero = values.contains(0)
    self.start = start
    self.end = end
    let decades = stride(from: least, through: most, by: 1).map { pow(10, $0) }
    ticks = (hasZero ? [0] : []) + decades
  }

  /// The place of a value in points; zero and less are at the beginning.
  func position(_ value: Double) -> Double {
    guard value > 0 else { return start }
    let first = hasZero ? start + (end - start) * Self.zeroShare : start
    let share = (Self.exponent(value) - lowest) / (highest - lowest)
    return first + (end - first) * min(1, max(0, share))
  }

  private static func exponent(_ value: Double) -> Double {
    let exponent = log10(value)
    let whole = exponent.rounded()
    return abs(exponent - whole) < 1e-9 ? whole : exponent
  }
}
