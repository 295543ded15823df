import ValueReflection

/// Decides what of a value mismatches, ledgers and generated tests may show.
///
/// A redactor receives each part of a value, with its path, before the part is rendered, and may
/// replace its text. Every redactor masks values of types that conform to ``Redactable``.
///
/// ```swift
/// let redactor = Redactor { path, value in path.hasSuffix("password") ? "\"...\"" : nil }
/// ```
///
/// Values are rendered by reflection. The bridge never shows a type's own description, such as that of
/// `CustomStringConvertible`, because it could reveal a part that the redactor masks.
public struct Redactor: Sendable {
  /// The text in place of a masked value.
  public static let mask = "<redacted>"

  private let replacement: @Sendable (String, Any) -> String?

  /// Creates a redactor.
  ///
  /// - Parameter replacement: Returns the text in place of the value at a path; nil to show the value.
  ///   The path is that in the value of the slice; in an action it begins with `action`. The keys of a
  ///   dictionary and the members of a set have the path of the collection.
  public init(_ replacement: @escaping @Sendable (_ path: String, _ value: Any) -> String?) {
    self.replacement = replacement
  }

  /// The redactor that masks values of ``Redactable`` types, and nothing else.
  public static let secretsOnly = Redactor { _, _ in nil }

  /// Renders a value in the form of Swift source, as far as reflection allows.
  ///
  /// - Parameters:
  ///   - value: The value; the redactor receives each of its parts first.
  ///   - path: The path of the value.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the number of parts of the value.
  public func text(of value: Any, at path: String) -> String {
    SourceText(redactor: self).text(of: value, at: path)
  }

  /// Renders a value that may be missing.
  func text(of value: Any?, at path: String) -> String {
    value.map { text(of: $0, at: path) } ?? "nothing"
  }

  /// Renders two values that differ.
  ///
  /// If their texts are equal, as those of strings with the same characters and different Unicode scalars
  /// are, both show scalars and bits.
  func texts(of old: Any?, and new: Any?, at path: String) -> (old: String, new: String) {
    let texts = (text(of: old, at: path), text(of: new, at: path))
    guard texts.0 == texts.1 else { return texts }
    let exact = SourceText(redactor: self, isExact: true)
    return (
      old.map { exact.text(of: $0, at: path) } ?? texts.0,
      new.map { exact.text(of: $0, at: path) } ?? texts.1
    )
  }

  /// Returns the path component of a dictionary key, a set member or a window.
  func name(of key: Any, in path: String) -> String {
    DifferencePath.component(
      replacement(for: key, at: path) ?? SourceText.plainName(key) ?? text(of: key, at: path))
  }

  /// Returns where two values differ, with both sides rendered; a masked part counts as one leaf.
  func differences<Value>(
    from old: Value, to new: Value
  ) -> [(path: String, old: String, new: String)] {
    reflected(from: old, to: new, by: .declared).map { difference in
      let texts = texts(of: difference.oldValue, and: difference.newValue, at: difference.path)
      return (difference.path, texts.old, texts.new)
    }
  }

  /// Returns all places where two values differ; a masked part counts as one leaf.
  func reflected<Value>(
    from old: Value, to new: Value, by equality: ReflectedEquality
  ) -> [ReflectedDifference] {
    reflectedDifferences(
      from: old, to: new, limit: .max, by: equality,
      naming: { key, path in name(of: key, in: path.joined(separator: ".")) },
      whole: { value, path in replacement(for: value, at: path.joined(separator: ".")) != nil })
  }

  func replacement(for value: Any, at path: String) -> String? {
    value is any Redactable ? Self.mask : replacement(path, value)
  }
}

/// Marks a type whose values are never shown.
///
/// Mismatches, ledgers and generated tests show ``Redactor/mask`` instead.
public protocol Redactable {}
