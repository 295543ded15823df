/// One place where two values differ, found by reflection.
///
/// It hands out the values themselves. Their descriptions are made only when asked for, so that
/// whoever holds a secret can decide by path or by type before anything becomes a string.
package struct ReflectedDifference: CustomStringConvertible {
  /// The way from the root, for example `windows`, `2`, `brightness`; empty for the root itself.
  package let components: [String]
  /// The old value, or nil where there was none: an element, a key, an optional without a value.
  package let oldValue: Any?
  /// The new value, or nil where there is none any more.
  package let newValue: Any?

  /// The way from the root in one string: `windows.2.brightness`.
  package var path: String { components.joined(separator: ".") }

  /// The old value as text, made when asked for.
  package var old: String { Self.describe(oldValue) }

  /// The new value as text, made when asked for.
  package var new: String { Self.describe(newValue) }

  /// The path and both values in one line.
  package var description: String {
    "\(components.isEmpty ? "(root)" : path): \(old) -> \(new)"
  }

  private static func describe(_ value: Any?) -> String {
    guard let value else { return "nil" }
    return String(reflecting: value)
  }
}
