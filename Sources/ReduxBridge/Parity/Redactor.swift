import ValueReflection

/// Decides what of a value may be shown in mismatches, ledgers and pasteable tests.
///
/// A redactor sees each part of a value before it becomes text, with its path, and may put another
/// text in its place. Whatever conforms to ``Redactable`` is masked by every redactor.
///
/// ```swift
/// let redactor = Redactor { path, value in path.hasSuffix("password") ? "\"...\"" : nil }
/// ```
///
/// Values are shown by reflection. What a type says of itself, as `CustomStringConvertible` does, is
/// never shown: it could say what a part of it must not.
///
/// ## Thread safety
/// Safe from any thread: it holds nothing but a `@Sendable` closure.
public struct Redactor: Sendable {
  /// The text that stands for a secret.
  public static let mask = "<redacted>"

  private let replacement: @Sendable (String, Any) -> String?

  /// Makes a redactor.
  ///
  /// - Parameter replacement: The text to show in place of the value at a path; nil to show the value.
  ///   The path is that in the slice's value; in an action it begins with `action`. The key of a
  ///   dictionary and the member of a set are offered with the path of the collection.
  public init(_ replacement: @escaping @Sendable (_ path: String, _ value: Any) -> String?) {
    self.replacement = replacement
  }

  /// The redactor that masks what conforms to ``Redactable``, and nothing else.
  public static let secretsOnly = Redactor { _, _ in nil }

  /// The text for a value that stands at a path.
  ///
  /// The text has the form of Swift source, as far as reflection can give it.
  ///
  /// - Parameters:
  ///   - value: The value; nothing in it is shown before it was offered to the redactor.
  ///   - path: Where the value stands.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the number of parts of the value.
  public func text(of value: Any, at path: String) -> String {
    SourceText(redactor: self).text(of: value, at: path)
  }

  /// The text for a value that may be missing.
  func text(of value: Any?, at path: String) -> String {
    value.map { text(of: $0, at: path) } ?? "nothing"
  }

  /// The component of a path that names a key, a member of a set or a window.
  func name(of key: Any, in path: String) -> String {
    if let replacement = replacement(for: key, at: path) { return replacement }
    return SourceText.plainName(key) ?? text(of: key, at: path)
  }

  /// Where two values differ, what is masked being left whole.
  func differences<Value>(from old: Value, to new: Value) -> [ReflectedDifference] {
    reflectedDifferences(
      from: old, to: new, limit: 32,
      naming: { key, path in name(of: key, in: path.joined(separator: ".")) },
      whole: { value, path in replacement(for: value, at: path.joined(separator: ".")) != nil })
  }

  func replacement(for value: Any, at path: String) -> String? {
    value is any Redactable ? Self.mask : replacement(path, value)
  }
}

/// Marks a type whose values are never shown.
///
/// Mismatches, ledgers and pasteable tests show ``Redactor/mask`` in its place.
public protocol Redactable {}
