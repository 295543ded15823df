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

extension ParityCheck {
  /// Returns the fingerprint of a value, which the closure makes if it is not known.
  typealias Digesting = (_ value: Value, _ digest: (Value) throws -> GraphFingerprint) throws ->
    GraphFingerprint
}

/// The fingerprints of the latest values, found by the bits of the values.
///
/// Two values with the same bits are the same value, as no reference is among them, so the second one
/// is not encoded. The opposite does not hold: values with different bits are encoded each, and may have
/// the same fingerprint.
final class KnownDigests<Value: BitwiseCopyable> {
  private struct Entry {
    /// A digest of the bits.
    let bits: GraphFingerprint
    let fingerprint: GraphFingerprint
  }

  /// The values by their bits, each in a place that a later one may take; none if values are large.
  private var entries: [Entry?] = Array(
    repeating: nil, count: MemoryLayout<Value>.size <= 512 ? 4_096 : 0)

  func digest(
    of value: Value, _ digest: (Value) throws -> GraphFingerprint
  ) throws -> GraphFingerprint {
    guard !entries.isEmpty else { return try digest(value) }
    let bits = unsafe withUnsafeBytes(of: value) { unsafe GraphFingerprint(digesting: $0) }
    let place = Int(truncatingIfNeeded: bits.low) & (entries.count - 1)
    if let entry = entries[place], entry.bits == bits { return entry.fingerprint }
    let fingerprint = try digest(value)
    entries[place] = Entry(bits: bits, fingerprint: fingerprint)
    return fingerprint
  }
}
