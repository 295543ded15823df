import Foundation

/// Marks a type whose values are secret.
///
/// Mismatches, ledgers, findings, test failures and generated tests show a mask instead of a value of this type.
public protocol Redactable {}

/// The names of properties, cases, labels and keys whose values are masked.
///
/// A name matches by whole words, in camel case or with underscores, and also in the plural: `userApiKeys` and
/// `api_key` match `apiKey`; `monkey` and `discard` match no name. The words `pin`, `card`, `key`, `token`, `auth` and
/// `cookie` are weak. A weak word matches only as the last word of a property, label or key, and masks only texts and
/// numbers: a `Bool`, a date and an enum case stay visible.
package struct SecretNames: Sendable {
  /// The values under a name that are masked.
  package enum Extent: Comparable, Sendable { case nothing, textsAndNumbers, everything }

  /// The mask: the text that replaces a secret value.
  package static let mask = "<redacted>"

  /// The words that match by default; an app can use other words.
  package static let standard = weak.union([
    "password", "passcode", "passphrase", "passwd", "pwd", "secret", "credential", "otp", "cvv",
    "ssn", "jwt", "bearer", "mnemonic", "apiKey", "accessToken",
  ])

  private static let weak: Set<String> = ["pin", "card", "key", "token", "auth", "cookie"]

  /// The names that match by default.
  package static let usual = SecretNames()

  private let weak: Set<String>
  /// The names that are not weak, by their first words, each with the words that follow.
  private let strong: [String: [[String]]]

  /// Creates a set of names; each name has one or more words.
  package init(_ names: Set<String> = SecretNames.standard) {
    let all = Set(names.map { Self.words(of: $0) }).subtracting([[]])
    weak = Self.weak.filter { all.contains([$0]) }
    strong = Dictionary(grouping: all.subtracting(weak.map { [$0] })) { $0[0] }
      .mapValues { names in names.map { Array($0.dropFirst()) } }
  }

  /// The text that replaces a value because of the value's type or path; nil if the value is not masked.
  package func replacement(for value: Any, at path: String) -> String? {
    replacement(for: value, under: extent(ofPath: path))
  }

  /// The text that replaces a value if the value, or a part of it, must be masked; otherwise nil.
  func replacement(for value: Any, under extent: Extent) -> String? {
    let isMasked =
      extent == .everything || extent == .textsAndNumbers && Self.textOrNumber(value) != nil
    if isMasked || value is any Redactable { return Self.mask }
    guard hidesUserInfo, let text = value as? String ?? (value as? URL)?.absoluteString,
      let masked = Self.maskingUserInfo(in: text)?.debugDescription
    else { return nil }
    return value is String ? masked : "URL(string: \(masked))!"
  }

  /// Whether the user and the password in a URL are masked, at any path.
  package var hidesUserInfo: Bool { !(weak.isEmpty && strong.isEmpty) }

  /// Replaces the user and the password of each URL in a text, such as `https://user:password@example.com`; nil if no
  /// URL has them.
  package static func maskingUserInfo(
    in text: String, by mask: (String) -> String = { _ in SecretNames.mask }
  ) -> String? {
    guard text.utf8.contains(UInt8(ascii: "@")), text.contains("://") else { return nil }
    let parts = text.components(separatedBy: "://")
    let masked = parts.dropFirst().map { part in
      let authority = part.prefix { !("/?#".contains($0) || $0.isWhitespace) }
      return authority.lastIndex(of: "@").map { mask(String(part[..<$0])) + part[$0...] } ?? part
    }
    let result = ([parts[0]] + masked).joined(separator: "://")
    return result == text ? nil : result
  }

  /// The `String` form of a text or a number, even in an optional; nil for other values.
  package static func textOrNumber(_ value: Any) -> String? {
    switch value {
    case is String, is Substring, is Character, is any Numeric, is UUID, is URL, is Data:
      (value as? any CustomStringConvertible)?.description ?? "\(value)"
    default: nil
    }
  }

  /// The extent to which the names in a path mask a value.
  ///
  /// A component is the name of a case if it is marked as such, or if the component of an unnamed payload follows. Each
  /// other component is the name of a property, label or key.
  package func extent(ofPath path: String) -> Extent {
    guard hidesUserInfo, !path.isEmpty else { return .nothing }
    let parts = DifferencePath.components(of: path)
    return zip(parts, parts.dropFirst() + [""]).lazy.map { part, next in
      let name = DifferencePath.unmarked(part)
      let isPayload = next.first == "_" && Int(next.dropFirst()) != nil
      return extent(of: String(name), isCase: isPayload || name.startIndex != part.startIndex)
    }.max() ?? .nothing
  }

  /// The path up to the first secret name, with a mask in place of the components below, which may be secret keys.
  package func shown(_ path: String) -> String {
    let parts = DifferencePath.components(of: path).map { String($0) }
    guard let last = parts.firstIndex(where: { extent(of: $0) > .nothing }), last + 1 < parts.count
    else { return path }
    return (parts[...last] + [Self.mask]).joined(separator: ".")
  }

  /// The extent to which the name of a property, label, key or case masks a value.
  package func extent(of name: String, isCase: Bool = false) -> Extent {
    let words = Self.words(of: name)
    let isStrong = words.indices.contains { start in
      let following = words[(start + 1)...]
      return Self.singulars(of: words[start]).contains { first in
        strong[first, default: []].contains { rest in
          following.count >= rest.count
            && zip(following, rest).allSatisfy { Self.singulars(of: $0).contains($1) }
        }
      }
    }
    if isStrong { return .everything }
    guard !isCase, let last = words.last else { return .nothing }
    return Self.singulars(of: last).contains(where: weak.contains) ? .textsAndNumbers : .nothing
  }

  /// The word, and each word of which it may be the plural.
  private static func singulars(of word: String) -> [String] {
    [word] + ["s", "es"].filter(word.hasSuffix).map { String(word.dropLast($0.count)) }
  }

  /// The words of a name, in lower case: `userAPIKeys` has `user`, `api` and `keys`.
  ///
  /// In a key such as `CacheKey(number: 7)`, the type is not part of the name.
  static func words(of name: String) -> [String] {
    var words = [""]
    // The beginning of the present identifier, among the words and among the characters.
    var (firstWord, firstIndex) = (0, 0)
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isSmall || character.isCapital || character.isLetter else {
        if character == "(", characters[firstIndex].isCapital {
          words.removeSubrange(firstWord...)
        }
        words.append("")
        if character.isNumber || character == "_" { continue }
        (firstWord, firstIndex) = (words.count - 1, index + 1)
        continue
      }
      let follows = index > 0 ? characters[index - 1] : " "
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      // A capital begins a word after a small letter, and as the last of several capitals.
      if character.isCapital, follows.isSmall || follows.isCapital && next.isSmall,
        !(next == "s" && index + 2 >= characters.count)
      {
        words.append("")
      }
      words[words.count - 1].append(character)
    }
    return words.filter { !$0.isEmpty }.map { $0.lowercased() }
  }
}

extension Character {
  // Most names are ASCII, which needs no table of Unicode's properties.
  fileprivate var isSmall: Bool { asciiValue.map { 97...122 ~= $0 } ?? isLowercase }
  fileprivate var isCapital: Bool { asciiValue.map { 65...90 ~= $0 } ?? isUppercase }
}

/// The form of the paths in mismatches and rules: components joined by dots.
///
/// The key of a dictionary, or a name that an app gives, may contain a dot or another special character, so a backslash
/// precedes each such character. Inside the package, a quotation mark precedes the name of a case.
package enum DifferencePath {
  private static let special: Set<Character> = [".", "*", "\"", "\\"]

  /// A name as one component of a path.
  package static func component(_ name: String) -> String {
    guard !name.isEmpty else { return "\"\"" }
    guard name.contains(where: special.contains) else { return name }
    return name.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// A path with one more component, unless that is empty.
  package static func join(_ path: String, _ component: String) -> String {
    path.isEmpty || component.isEmpty ? path + component : "\(path).\(component)"
  }

  /// The name of a case as a component, which differs from the name of every property.
  package static func caseComponent(_ name: String) -> String { "\"\(name)" }

  /// The component without the mark of a case.
  static func unmarked(_ component: Substring) -> Substring {
    component.first == "\"" && component != "\"\"" ? component.dropFirst() : component
  }

  /// The path without the marks of cases.
  package static func unmarked(_ path: String) -> String {
    guard path.contains("\"") else { return path }
    return components(of: path).map(unmarked).joined(separator: ".")
  }

  /// The components of a path, with their backslashes and marks; an empty path has no components.
  package static func components(of path: String) -> [Substring] {
    guard !path.isEmpty else { return [] }
    var isMarked = false
    return path.split(omittingEmptySubsequences: false) { character in
      defer { isMarked = !isMarked && character == "\\" }
      return !isMarked && character == "."
    }
  }
}
