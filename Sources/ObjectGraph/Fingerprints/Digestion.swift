internal import Foundation

/// How the values of one type are digested, found once per type and session.
final class Digestion {
  /// The digest of the name of the type.
  let name: GraphFingerprint
  /// The name without the module.
  let shortName: String
  /// Digests the values; nil if they have contents.
  let leaf: (any Leaf.Type)?

  init(_ type: any Any.Type) {
    name = DigestBuilder.digest(of: Self.stableName(of: type))
    shortName = String(describing: type)
    leaf = type as? any Leaf.Type
  }

  /// The full name of a type, without the addresses in the names of private types.
  static func stableName(of type: any Any.Type) -> String {
    // The module has another name where Foundation is not part of the system.
    let name = String(reflecting: type)
      .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation.")
    return name.split(separator: "(unknown context at $", omittingEmptySubsequences: false)
      .enumerated().map { index, part in
        index == 0 ? part : part.drop { $0 != ")" }.dropFirst()
      }.joined()
  }
}
