internal import Foundation

/// A logarithmic axis.
struct LogAxis: Sendable, Equatable {
  /// The ticks, ascending.
  let ticks: [Double]
  private let start: Double
  private let end: Double
  private let lowest: Double
  private let highest: Double

  /// Spans an axis from one place in points to another, over all values above zero.
  init(values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let least = Self.exponent(positive.min() ?? 1).rounded(.down)
    let most = max(Self.exponent(positive.max() ?? 1).rounded(.up), least + 1)
    lowest = least
    highest = most
    self.start = start
    self.end = end
    ticks = stride(from: least, through: most, by: 1).map { pow(10, $0) }
  }

  /// The place of a value in points; zero and less are at the beginning.
  func position(_ value: Double) -> Double {
    guard value > 0 else { return start }
    let share = (Self.exponent(value) - lowest) / (highest - lowest)
    return start + (end - start) * min(1, max(0, share))
  }

  private static func exponent(_ value: Double) -> Double {
    let exponent = log10(value)
    let whole = exponent.rounded()
    return abs(exponent - whole) < 1e-9 ? whole : exponent
  }
}
