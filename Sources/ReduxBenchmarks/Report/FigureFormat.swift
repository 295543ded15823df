internal import Foundation

/// Figures as people read them: three significant digits and a fitting unit.
///
/// ## Thread safety
/// Safe from any thread because it has no state.
package enum FigureFormat {
  /// A time.
  ///
  /// - Parameter nanoseconds: the time in nanoseconds.
  /// - Returns: the time with its unit.
  package static func time(_ nanoseconds: Double) -> String {
    scaled(nanoseconds, steps: [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")])
  }

  /// An amount of memory.
  ///
  /// - Parameter bytes: the amount in bytes.
  /// - Returns: the amount with its unit.
  package static func bytes(_ bytes: Double) -> String {
    scaled(bytes, steps: [(1, "B"), (1_024, "KB"), (1_048_576, "MB"), (1_073_741_824, "GB")])
  }

  /// A plain number with three significant digits.
  ///
  /// - Parameter value: the number.
  /// - Returns: the number.
  package static func ratio(_ value: Double) -> String {
    let size = abs(value)
    if size >= 100 { return grouped(value) }
    let text = String(format: size >= 10 ? "%.1f" : "%.2f", value)
    return trimmed(text)
  }

  /// A whole number, its thousands set apart.
  ///
  /// - Parameter value: the number; its fraction is rounded away.
  /// - Returns: the number.
  package static func grouped(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return String(format: "%.2g", value) }
    let digits = String(Int(abs(value).rounded()))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  private static func scaled(_ value: Double, steps: [(Double, String)]) -> String {
    let step = steps.last { abs(value) >= $0.0 } ?? steps[0]
    let number = value / step.0
    let format = abs(number) >= 100 ? "%.0f" : abs(number) >= 10 ? "%.1f" : "%.2f"
    return trimmed(String(format: format, number)) + " " + step.1
  }

  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
