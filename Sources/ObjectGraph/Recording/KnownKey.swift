/// A key as the decoding side asked for it last, alone in the list that `allKeys` returns.
///
/// The case of an enum is its record's only key: decoding it makes this list for every value, and
/// making it anew costs more than the rest of the container.
struct KnownKey {
  private final class List<Key: CodingKey> {
    let keys: [Key]

    init(_ keys: [Key]) {
      self.keys = keys
    }
  }

  private var type: ObjectIdentifier?
  private var list: AnyObject?

  /// The key with the name `name`, or nothing where `Key` has none of that name.
  mutating func keys<Key: CodingKey>(_ type: Key.Type, _ name: String) -> [Key] {
    if self.type == ObjectIdentifier(type), let list {
      return unsafeDowncast(list, to: List<Key>.self).keys
    }
    let new = List(Key(stringValue: name).map { [$0] } ?? [])
    self.type = ObjectIdentifier(type)
    list = new
    return new.keys
  }
}

extension Layout.Entry {
  /// The key of this entry, or nothing where `Key` has none of its name.
  mutating func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    known.keys(type, key)
  }
}
