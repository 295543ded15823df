/// A key that fits into a byte, as the cases of nearly all enums of keys do.
///
/// Two values of such a type that have the same byte are the same value, and so have the same name,
/// which need not be asked for.
struct ShortKey {
  private var type: ObjectIdentifier?
  private var byte: UInt8 = 0

  /// Whether `key` is the one that was noted last.
  @inline(__always)
  func isEqual<Key: CodingKey>(to key: Key) -> Bool {
    type == ObjectIdentifier(Key.self) && byte == Self.byte(of: key)
  }

  /// Notes `key`, unless it is too long.
  mutating func note<Key: CodingKey>(_ key: Key) {
    guard MemoryLayout<Key>.size <= 1 else { return }
    type = ObjectIdentifier(Key.self)
    byte = Self.byte(of: key)
  }

  @inline(__always)
  private static func byte<Key: CodingKey>(of key: Key) -> UInt8 {
    MemoryLayout<Key>.size == 0 ? 0 : unsafeBitCast(key, to: UInt8.self)
  }
}

extension Layout.Entry {
  /// Whether this is the entry of `key`.
  @inline(__always)
  mutating func isUnder(_ key: some CodingKey) -> Bool {
    shortKey.isEqual(to: key) || isNamed(key)
  }

  private mutating func isNamed(_ key: some CodingKey) -> Bool {
    guard self.key == key.stringValue else { return false }
    shortKey.note(key)
    return true
  }
}
