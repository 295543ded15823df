internal import Foundation
internal import ValueReflection

/// How the values of one type are digested, found once per type and session.
final class Digestion {
  /// The digest of the name of the type.
  let name: GraphFingerprint
  /// The name without the module.
  let shortName: String
  /// Digests the values; nil if they have contents.
  let leaf: (any Leaf.Type)?

  init(_ type: any Any.Type) {
    // The module has another name where Foundation is not part of the system.
    let fullName = SourceText.fullName(type)
      .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation.")
    name = DigestBuilder.digest(of: fullName)
    shortName = String(describing: type)
    leaf = type as? any Leaf.Type
  }
}
