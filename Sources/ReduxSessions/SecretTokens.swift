import Foundation
import ReduxBridge

/// Replaces secrets by tokens of their own type: equal secrets have equal tokens.
///
/// A token is a hash of 64 bits of a key and the secret. The key has 128 random bits, lives as long as the
/// recorder, and is written nowhere, so nothing can be looked up in a table of likely secrets.
package struct SecretTokens: Sendable {
  /// The beginning of each token of a string.
  package static let prefix = "redacted-"
  /// The token of each secret if the tokens are marks.
  package static let mark = JSONValue.string(Redactor.mask)

  private let key = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private let keepsTokens: Bool
  /// Whether all secrets but tokens have the same token, of one type: to compare with a recording.
  let isMark: Bool

  /// - Parameters:
  ///   - keepsTokens: Whether a string that is a token already stays: for what is replayed.
  ///   - isMark: Whether all secrets but tokens have the same token: to compare with a recording.
  package init(keepingTokens keepsTokens: Bool = false, marking isMark: Bool = false) {
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

  private func hash(_ message: some Sequence<UInt8>) -> UInt64 {
    // Each half by itself, since an `Int` may have 32 bits.
    [0, 1].reduce(0) { bits, half in
      var hasher = Hasher()
      hasher.combine(key.0)
      hasher.combine(key.1)
      hasher.combine(half)
      for byte in message { hasher.combine(byte) }
      return bits << 32 | UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }
  }
}
