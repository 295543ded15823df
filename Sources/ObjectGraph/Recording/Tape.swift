/// The part of a record that its containers look at all the time, at a fixed address, so that
/// writing a number touches no reference count.
struct Tape {
  /// How a value encodes itself.
  enum Kind {
    case empty, keyed, unkeyed, single
  }

  /// What may not change while the record is used for one value, and does not own what it points to.
  var layout: UnsafeMutablePointer<Layout.Table>
  let path: UnsafeMutablePointer<PathStack>
  let session: Unmanaged<GraphSession>

  var storage = SlotStorage()
  var kind = Kind.empty
  /// Whether the value has encoded itself: what is written now comes too late.
  var isSealed = false
  /// Whether this tape belongs to a nested container, a `super` coder or a view.
  var isNested = false
  /// Whether the record holds more than its values, which has to go before the next value.
  var hasExtras = false
  /// The slot that is expected to be written or read next.
  var cursor = 0
  /// The slot whose value is being copied, or -1.
  var current = -1
  /// How many steps of the path lead here, this record's own included.
  var depth = 0
  /// The keys that the decoding side uses, from which a path gets the user's own keys.
  var keyType: (any CodingKey.Type)?

  /// The key of the slot at `index`, as the decoding side would write it.
  func key(at index: Int) -> (any CodingKey)? {
    switch kind {
    case .keyed:
      guard index < layout.pointee.count else { return nil }
      let name = layout.pointee.entries[index].key
      return keyType?.init(stringValue: name) ?? PathKey(stringValue: name)
    case .unkeyed: return PathKey(index: index)
    case .single, .empty: return nil
    }
  }

  /// The key of the value that is being copied.
  var currentKey: (any CodingKey)? { current < 0 ? nil : key(at: current) }

  /// The slot that holds something under `key`, most likely the next one.
  @inline(__always)
  mutating func slotForReading(_ key: some CodingKey) -> Int? {
    let next = cursor
    if next < layout.pointee.count, layout.pointee.entries[next].isUnder(key) {
      cursor = next + 1
      return storage.isFilled(next) ? next : nil
    }
    return slotForReading(named: key.stringValue)
  }

  /// The slot that holds something under `name`.
  mutating func slotForReading(named name: String) -> Int? {
    guard let found = layout.pointee.position(of: name, from: cursor) else { return nil }
    cursor = found + 1
    return storage.isFilled(found) ? found : nil
  }
}
