import Foundation
import ReduxBridge

/// Replaces secrets by tokens of their own type: equal secrets have equal tokens.
///
/// A token is a keyed hash (SipHash-2-4, 64 bits). The key is random, lives as long as the recorder, and is
/// written nowhere, so nothing can be looked up in a table of likely secrets.
package struct SecretTokens: Sendable {
  /// The beginning of each token of a string.
  package static let prefix = "redacted-"
  /// The token of each secret if the tokens are marks.
  package static let mark = JSONValue.string(Redactor.mask)

  private let key: (UInt64, UInt64)
  private let keepsTokens: Bool
  /// Whether all secrets but tokens have the same token, of one type: to compare with a recording.
  let isMark: Bool

  /// - Parameters:
  ///   - key: The key; nil for a random one. A test may know it.
  ///   - keepsTokens: Whether a string that is a token already stays: for what is replayed.
  ///   - isMark: Whether all secrets but tokens have the same token: to compare with a recording.
  package init(
    key: (UInt64, UInt64)? = nil, keepingTokens keepsTokens: Bool = false,
    marking isMark: Bool = false
  ) {
    var random = SystemRandomNumberGenerator()
    self.key = key ?? (random.next(), random.next())
    (self.keepsTokens, self.isMark) = (keepsTokens, isMark)
  }

  /// The token of a string; an empty one stays, also as a key or a part of an address: code tests for it.
  package func token(for text: String) -> String {
    if text.isEmpty || keepsTokens && text.hasPrefix(Self.prefix) { return text }
    let digits = String(hash(text.utf8), radix: 16)
    return Self.prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The token of a number, in the range of its type.
  func token<Number: FixedWidthInteger>(for number: Number) -> Number {
    let bits = unsafe withUnsafeBytes(of: number.littleEndian) { unsafe hash($0) }
    return Number(truncatingIfNeeded: bits) & Number.max >> 1
  }

  func token(for number: Double) -> Double {
    Double(hash("\(number)".utf8) >> 24) / 256
  }

  func token(for id: UUID) -> UUID {
    let text = id.uuidString
    let bits = (hash("a\(text)".utf8), hash("b\(text)".utf8))
    return unsafe withUnsafeBytes(of: bits) { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  func token(for data: Data) -> Data {
    Data(token(for: data.base64EncodedString()).utf8)
  }

  func token(for url: URL) -> String {
    "https://\(token(for: url.absoluteString)).invalid"
  }

  /// The token of a case of an enum: any case, at a distance that the key determines.
  ///
  /// The distance may be 0. Without that one, the token of an enum of two cases would tell the other.
  func token<Value: CaseIterable & Equatable>(for value: Value) -> Value {
    let all = Array(Value.allCases)
    guard let index = all.firstIndex(of: value) else { return value }
    return all[
      Int((UInt64(index) + hash("\(Value.self)".utf8) % UInt64(all.count)) % UInt64(all.count))]
  }

  // MARK: SipHash-2-4

  func hash(_ message: some Sequence<UInt8>) -> UInt64 {
    var v: (UInt64, UInt64, UInt64, UInt64) = (
      key.0 ^ 0x736f_6d65_7073_6575, key.1 ^ 0x646f_7261_6e64_6f6d,
      key.0 ^ 0x6c79_6765_6e65_7261, key.1 ^ 0x7465_6462_7974_6573
    )
    func round() {
      v.0 &+= v.1
      v.1 = v.1 << 13 | v.1 >> 51
      v.1 ^= v.0
      v.0 = v.0 << 32 | v.0 >> 32
      v.2 &+= v.3
      v.3 = v.3 << 16 | v.3 >> 48
      v.3 ^= v.2
      v.0 &+= v.3
      v.3 = v.3 << 21 | v.3 >> 43
      v.3 ^= v.0
      v.2 &+= v.1
      v.1 = v.1 << 17 | v.1 >> 47
      v.1 ^= v.2
      v.2 = v.2 << 32 | v.2 >> 32
    }
    func mix(_ word: UInt64) {
      v.3 ^= word
      round()
      round()
      v.0 ^= word
    }
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in message {
      word |= UInt64(byte) << (8 * (count & 7))
      count += 1
      if count & 7 == 0 {
        mix(word)
        word = 0
      }
    }
    mix(word | count << 56)
    v.2 ^= 0xff
    for _ in 0..<4 { round() }
    return v.0 ^ v.1 ^ v.2 ^ v.3
  }
}
