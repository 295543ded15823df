import ObjectGraph
import ReduxBridge

/// Digests values by what they encode, as long as that is all that their `==` compares.
struct ValueCoding<Value: Equatable> {
  /// The error of a value whose coding leaves something out: two such values could have one digest.
  struct Loss: Error {}

  /// Returns the fingerprint of a value, or throws a ``Loss``.
  let digest: (Value) throws -> GraphFingerprint

  /// Nil if the values are not `Codable`.
  init?(leavingOut identified: Set<String>) {
    guard let type = Value.self as? any Codable.Type else { return nil }
    digest = Self.digest(type, identified)
  }

  private static func digest<Coded: Codable>(
    _ type: Coded.Type, _ identified: Set<String>
  ) -> (Value) throws -> GraphFingerprint {
    let copier = GraphCopier<Coded>()
    return { value in
      guard let coded = value as? Coded, let copy = try? copier.copy(coded), copy as? Value == value
      else { throw Loss() }
      return try Graph.fingerprint(of: coded, leavingOut: identified)
    }
  }
}
