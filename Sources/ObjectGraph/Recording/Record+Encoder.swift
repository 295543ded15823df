extension Record: Encoder {
  final var codingPath: [any CodingKey] {
    if let fixedPath { return fixedPath }
    guard let parent else { return session.path.codingPath(upTo: depth - 1) }
    var path = parent.codingPath
    if let key = parent.key(at: slotInParent) { path.append(key) }
    return path
  }

  final var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  final func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.keyed)
    keyType = type
    return KeyedEncodingContainer(KeyedEncoding<Key>(record: self))
  }

  final func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.unkeyed)
    return UnkeyedEncoding(record: self)
  }

  final func singleValueContainer() -> any SingleValueEncodingContainer {
    begin(.single)
    return SingleValueEncoding(record: self)
  }
}

extension Record {
  /// The key of the slot at `index`, as the decoding side would write it.
  final func key(at index: Int) -> (any CodingKey)? {
    switch kind {
    case .keyed:
      guard index < layout.count else { return nil }
      let name = layout.entries[index].key
      return keyType?.init(stringValue: name) ?? PathKey(stringValue: name)
    case .unkeyed: return PathKey(index: index)
    case .single, .empty: return nil
    }
  }

  /// The key of the value that is being copied.
  final var currentKey: (any CodingKey)? { current < 0 ? nil : key(at: current) }
}
