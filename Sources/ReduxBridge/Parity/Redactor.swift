import Foundation
import ReferenceRedux
import ValueRedux
public import ValueReflection

/// Marks a type whose values are never shown; see ``Redactor``.
public typealias Redactable = ValueReflection.Redactable

/// A filter that decides which parts of a value the texts of this library may show.
///
/// Every text that leaves the library goes through a redactor: mismatches, ledgers, counterexamples, printed tests,
/// findings, and the output of `print` and `dump` for stores, facades and traces. A redactor masks a value of a
/// ``Redactable`` type, and a value whose path contains a secret name, by default one of ``secretNames``. The path
/// consists of properties, labels, case names and keys, so a redactor masks both `.editPassword("...")` and
/// `login.password`. A secret name matches whole words, in camel case or with underscores, in the singular or the
/// plural. Unless its set of secret names is empty, a redactor also masks the user and the password in every URL.
///
/// The weak words `pin`, `card`, `key`, `token`, `auth` and `cookie` often name harmless data. A weak word therefore
/// masks only texts and numbers, and only under a property, label or key that is the word or ends in the word. For
/// example, the values of `sessionToken` and of a label `card` are masked, but `.openCard(3)` and `keyCount` are not.
/// To mask the payload of a case whose name has a weak word, add the whole name, such as `setPIN`, to the secret names.
///
/// ```swift
/// let redactor = Redactor(secretNames: Redactor.secretNames.union(["iban"])) { path, value in
///   path.hasPrefix("notes.") ? "\"...\"" : nil
/// }
/// ```
///
/// The redactor renders values by reflection, and never shows a type's own description or mirror,
/// which could reveal a masked part. If a type of the app has a custom mirror, the redactor shows only
/// the name of the type. A secret in a string is shown if no name in the path of the string is secret.
public struct Redactor: Sendable {
  /// The text in place of a masked value.
  public static let mask = SecretNames.mask

  /// The names that a redactor masks by default: password, passcode, passphrase, passwd, pwd, secret, credential, otp,
  /// cvv, ssn, jwt, bearer, mnemonic, apiKey, accessToken, pin, card, key, token, auth and cookie.
  public static let secretNames = SecretNames.standard

  package let names: SecretNames
  /// Nil if the app names no replacement, so that no path needs to be made for it.
  package let replacement: (@Sendable (String, Any) -> String?)?

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - secretNames: The names to mask, each of one or more words in camel case; an empty set masks no name.
  ///   - replacement: Returns the text for the value at a path, or returns nil to let the secret names decide; not
  ///     called for a ``Redactable`` value. A path begins at the value of the slice; the path of a part of an action
  ///     begins with `action`. The keys of a dictionary and the members of a set have the path of the collection.
  public init(
    secretNames: Set<String> = Redactor.secretNames,
    _ replacement: (@Sendable (_ path: String, _ value: Any) -> String?)? = nil
  ) {
    names = secretNames == Redactor.secretNames ? .usual : SecretNames(secretNames)
    self.replacement = replacement
  }

  /// Renders a value in the form of Swift source, as far as reflection allows.
  ///
  /// - Parameters:
  ///   - value: The value; the redactor decides for each of its parts whether to mask the part.
  ///   - path: The path to the value; the redactor masks the value if the path contains a secret name.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the number of parts of the value.
  public func text(of value: Any, at path: String) -> String {
    source(.report).text(of: value, at: path)
  }

  /// Renders a value that may be missing.
  func text(of value: Any?, at path: String) -> String {
    value.map { text(of: $0, at: path) } ?? "nothing"
  }

  /// Renders values for a purpose.
  ///
  /// - Parameters:
  ///   - purpose: The use of the texts.
  ///   - known: Renders values of types that the app knows how to make; nil for the others.
  /// - Returns: The renderer.
  package func source(
    _ purpose: SourceText.Purpose, known: @escaping (Any) -> String? = { _ in nil }
  ) -> SourceText {
    SourceText(
      purpose, known: { known($0) ?? Self.window($0) }, omitting: Self.isConstant,
      hiding: { replacement(for: $1, at: $0) })
  }

  private static func window(_ value: Any) -> String? {
    guard let window = value as? WindowUUID else { return nil }
    return "WindowUUID(UUID(uuidString: \"\(window.rawValue.uuidString)\")!)"
  }

  /// Whether a property of an action is a constant with a value of its own, as `let identifier = "rename"`
  /// is: most likely, unless the identifier is all that the action has besides a `payload`.
  private static func isConstant(_ owner: Any, _ property: String) -> Bool {
    guard property == "identifier", owner is any ReduxAction else { return false }
    let others = ReflectedNode(owner).parts.compactMap(\.name).filter { $0 != property }
    return !others.isEmpty && !others.contains("payload")
  }

  /// Renders two values that differ.
  ///
  /// If their texts are equal, as those of strings with the same characters and different Unicode scalars
  /// are, both show scalars and bits.
  func texts(of old: Any?, and new: Any?, at path: String) -> (old: String, new: String) {
    let texts = (text(of: old, at: path), text(of: new, at: path))
    guard texts.0 == texts.1 else { return texts }
    let exact = source(.exactReport)
    return (
      old.map { exact.text(of: $0, at: path) } ?? texts.0,
      new.map { exact.text(of: $0, at: path) } ?? texts.1
    )
  }

  /// The texts and numbers of a value that this redactor does not show.
  package func masks(in value: Any?, at path: String) -> Set<String> {
    var masks: Set<String> = []
    let leaves = SourceText { _, part in
      if let text = SecretNames.textOrNumber(part), !text.isEmpty { masks.insert(text) }
      return nil
    }
    let masked = SourceText { path, part in
      let replacement = replacement(for: part, at: path)
      if replacement != nil { _ = leaves.text(of: part, at: "") }
      return replacement
    }
    if let value { _ = masked.text(of: value, at: path) }
    return masks
  }

  /// This redactor, which does not show some texts and numbers wherever they are.
  package func masking(_ masks: Set<String>) -> Redactor {
    guard !masks.isEmpty else { return self }
    return Redactor(names: names) { [replacement] path, value in
      if let text = replacement?(path, value) { return text }
      return SecretNames.textOrNumber(value).map(masks.contains) == true ? Self.mask : nil
    }
  }

  private init(names: SecretNames, _ replacement: @escaping @Sendable (String, Any) -> String?) {
    (self.names, self.replacement) = (names, replacement)
  }

  /// Returns the path component of a dictionary key, a set member or a window.
  package func name(of key: Any, in path: String) -> String {
    if let window = key as? WindowUUID, replacement(for: key, at: path) == nil {
      return window.rawValue.uuidString
    }
    return source(.report).name(of: key, in: path)
  }

  /// Returns where two values differ, with both sides rendered; a masked part counts as one leaf.
  package func differences<Value>(
    from old: Value, to new: Value
  ) -> [(path: String, old: String, new: String)] {
    reflected(from: old, to: new, by: .declared).map { difference in
      let texts = texts(of: difference.oldValue, and: difference.newValue, at: difference.place)
      return (difference.path, texts.old, texts.new)
    }
  }

  /// Returns all places where two values differ; a masked part counts as one leaf.
  package func reflected<Value>(
    from old: Value, to new: Value, by equality: ReflectedEquality
  ) -> [ReflectedDifference] {
    reflectedDifferences(
      from: old, to: new, limit: .max, by: equality,
      naming: { name(of: $0, in: $1) }, hiding: { replacement(for: $1, at: $0) })
  }

  package func replacement(for value: Any, at path: String) -> String? {
    if value is any Redactable { return Self.mask }
    if let text = replacement?(DifferencePath.unmarked(path), value) { return text }
    return names.replacement(for: value, at: path)
  }
}

// A type that holds a state or actions shows none of them but in its description.
extension FluxDispatcher: Unreflected {}
extension FluxOutput: Unreflected {}
extension FluxStore: Unreflected {}
extension LegacyFacade: Unreflected {}
extension ParityTrace: Unreflected {}
extension SavedState: Unreflected {}
extension SliceValues: Unreflected {}
extension ValueFacade: Unreflected {}
