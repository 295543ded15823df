/// Marks a type whose values are never shown.
///
/// Mismatches, ledgers, findings, failures and generated tests show a mask instead.
public protocol Redactable {}

/// Names of properties, cases, labels and keys whose values are not shown.
///
/// A name matches by whole words, in camel case or with underscores, in the plural too: `apiKeys` and
/// `card_number` match `key` and `card`; `monkey` and `discard` do not.
package struct SecretNames: Sendable {
  /// The text in place of a value that is not shown.
  package static let mask = "<redacted>"

  /// The words that match unless an app names others.
  package static let standard: Set<String> = [
    "password", "passcode", "secret", "token", "key", "credential", "cookie", "auth", "ssn", "pin",
    "card",
  ]

  /// Those that match unless an app names others.
  package static let usual = SecretNames()

  private let words: Set<String>

  /// Names by whole words in lower case.
  package init(_ words: Set<String> = SecretNames.standard) {
    self.words = Set(words.map { $0.lowercased() })
  }

  /// Whether a value is not shown: because of its type, or of any component of its path.
  package func hide(_ value: Any, at path: String) -> Bool {
    value is any Redactable || match(path: path)
  }

  /// Whether any component of a path matches.
  package func match(path: String) -> Bool {
    guard !words.isEmpty, !path.isEmpty else { return false }
    return DifferencePath.components(of: path).contains { match(name: $0) }
  }

  /// A path without what follows a component that matches: the keys of a dictionary are secrets there.
  package func shown(_ path: String) -> String {
    let parts = DifferencePath.components(of: path)
    guard let last = parts.firstIndex(where: { match(name: $0) }), last + 1 < parts.count else {
      return path
    }
    return (parts[...last] + [Substring(Self.mask)]).joined(separator: ".")
  }

  /// Whether one of the words of a name matches.
  package func match(name: some StringProtocol) -> Bool {
    Self.words(of: name).contains { word in
      words.contains(word)
        || word.hasSuffix("s") && words.contains(String(word.dropLast()))
        || word.hasSuffix("es") && words.contains(String(word.dropLast(2)))
    }
  }

  /// The words of a name, in lower case: `userAPIKeys` has `user`, `api` and `keys`.
  ///
  /// The type in a key such as `CacheKey(number: 7)` is no part of its name.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    // Where the identifier begins that is read, among the words and among the characters.
    var (firstWord, firstIndex) = (0, 0)
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter else {
        if !word.isEmpty { words.append(word) }
        word = ""
        if character.isNumber || character == "_" { continue }
        if character == "(", characters[firstIndex].isUppercase {
          words.removeSubrange(firstWord...)
        }
        (firstWord, firstIndex) = (words.count, index + 1)
        continue
      }
      let follows = index > 0 ? characters[index - 1] : " "
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      // A capital begins a word after a small letter, and as the last of several capitals.
      if character.isUppercase, follows.isLowercase || follows.isUppercase && next.isLowercase,
        !word.isEmpty, !(next == "s" && index + 2 >= characters.count)
      {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return words.map { $0.lowercased() }
  }
}

/// The form of the paths in mismatches and rules: components joined by dots.
///
/// Names of fields contain nothing that has a meaning here. The keys of a dictionary and the names that
/// an app gives may, so a backslash marks what belongs to a name.
package enum DifferencePath {
  private static let special: Set<Character> = [".", "*", "\"", "\\"]

  /// A name as one component.
  package static func component(_ name: String) -> String {
    guard !name.isEmpty else { return "\"\"" }
    guard name.contains(where: special.contains) else { return name }
    return name.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// The components of a path, in the form in which they stand there; none of an empty path.
  package static func components(of path: String) -> [Substring] {
    guard !path.isEmpty else { return [] }
    guard path.contains("\\") else {
      return path.split(separator: ".", omittingEmptySubsequences: false)
    }
    var parts: [Substring] = []
    var start = path.startIndex
    var index = start
    var isMarked = false
    while index < path.endIndex {
      if isMarked {
        isMarked = false
      } else if path[index] == "\\" {
        isMarked = true
      } else if path[index] == "." {
        parts.append(path[start..<index])
        start = path.index(after: index)
      }
      index = path.index(after: index)
    }
    return parts + [path[start...]]
  }
}
