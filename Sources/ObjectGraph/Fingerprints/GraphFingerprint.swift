internal import ValueReflection

/// A digest of a graph in 128 bits, which is the same in every process.
///
/// Equal graphs have equal fingerprints; see ``Graph/fingerprint(of:leavingOut:)``.
package struct GraphFingerprint: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// The digest of these bits and a number.
  package func adding(_ number: UInt64) -> GraphFingerprint {
    var builder = DigestBuilder()
    builder.add(self)
    builder.add(number)
    return builder.finished()
  }
}

extension Graph {
  /// Returns a digest of the contents and the shared objects of a graph.
  ///
  /// If ``differences(from:to:limit:describing:)`` finds no difference between two graphs, they have the same
  /// fingerprint in every process. Two different graphs have different fingerprints, with two exceptions. The first is
  /// a collision of hashes. The second exception is two graphs that differ only in shared objects or in the targets of
  /// back references, and only below members of one set, or below keys of one dictionary, whose contents are equal. The
  /// second exception does not apply to string and integer keys.
  ///
  /// - Parameters:
  ///   - root: The root of the graph.
  ///   - excused: The names of encoded fields to leave out, such as dates and ids: `Type.field`, or `field` for all
  ///     types. If two graphs differ only in these fields, they have the same fingerprint.
  /// - Returns: The fingerprint.
  /// - Throws: An `EncodingError` if ordinary references lead from an object back to the object; otherwise the errors
  ///   that `encode(to:)` of the types throws.
  /// - Complexity: O(*n*) in the number of values that are encoded, O(*n* log *n*) for the members of sets and the keys
  ///   of dictionaries.
  package static func fingerprint<Root: Encodable>(
    of root: Root, leavingOut excused: Set<String> = []
  ) throws -> GraphFingerprint {
    try pool.withSession { session in
      let place = GraphComparer.place(of: root, session)
      return try Fingerprinter(place, session, leavingOut: excused).fingerprint
    }
  }
}

/// A hash of a row of words.
///
/// After MurmurHash3 for 128 bits (A. Appleby, 2011), with each word in both lanes.
struct DigestBuilder {
  private var high: UInt64 = 0x6A09_E667_F3BC_C908
  private var low: UInt64 = 0xBB67_AE85_84CA_A73B
  private var count: UInt64 = 0

  @inline(__always)
  mutating func add(_ word: UInt64) {
    high ^= Self.rotated(word &* Self.first, 31) &* Self.second
    high = (Self.rotated(high, 27) &+ low) &* 5 &+ 0x52DC_E729
    low ^= Self.rotated(word &* Self.second, 33) &* Self.first
    low = (Self.rotated(low, 31) &+ high) &* 5 &+ 0x3849_5AB5
    count &+= 1
  }

  @inline(__always)
  mutating func add(_ digest: GraphFingerprint) {
    add(digest.high)
    add(digest.low)
  }

  /// Adds bytes, with their number.
  mutating func add(bytes: UnsafeRawBufferPointer) {
    let end = bytes.count / 8 * 8
    for offset in stride(from: 0, to: end, by: 8) {
      unsafe add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    var word: UInt64 = 0
    for offset in end..<bytes.count { word = unsafe word << 8 | UInt64(bytes[offset]) }
    add(word)
    add(UInt64(bytes.count))
  }

  func finished() -> GraphFingerprint {
    var (high, low) = (high ^ count, low ^ count)
    high &+= low
    low &+= high
    high = Self.mixed(high)
    low = Self.mixed(low)
    high &+= low
    low &+= high
    return GraphFingerprint(high: high, low: low)
  }

  /// The digest of a text.
  static func digest(of text: String) -> GraphFingerprint {
    var builder = DigestBuilder()
    text.feed(&builder)
    return builder.finished()
  }

  private static let first: UInt64 = 0x87C3_7B91_1142_53D5
  private static let second: UInt64 = 0x4CF5_AD43_2745_937F

  @inline(__always)
  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = (word ^ (word >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }
}
