/// The keys of a record in the order of their first write, and the plans of the values found there.
///
/// All records of a type in one session share the layout of that type. The next instance most likely
/// writes the same keys in the same order with values of the same types, so each key is found
/// at the expected position. A shared layout contains keys of one byte only, as those of most enums; keys that may be
/// made from data stay in a layout of their record.
///
/// `@safe`: it owns its table.
@safe final class Layout {
  /// One key, and the expected value under it.
  ///
  /// `@safe`: the plan lives as long as the session whose records use the layout.
  @safe struct Entry {
    let key: String
    fileprivate var shortKey = ShortKey()
    private var loneKey = LastMade<AnyObject>()
    var typeID: ObjectIdentifier?
    var plan: Unmanaged<TypePlan>?
    var isByValue = false
    var needsEnd = false
    /// The layout of a nested container under this key.
    var nested: Layout?

    fileprivate init(key: String) {
      self.key = key
    }

    @inline(__always)
    mutating func isUnder(_ key: some CodingKey) -> Bool {
      shortKey.isEqual(to: key) || isNamed(key)
    }

    private mutating func isNamed(_ key: some CodingKey) -> Bool {
      guard self.key == key.stringValue else { return false }
      shortKey.note(key)
      return true
    }

    /// The key of this entry, or no key if `Key` has none with its name.
    mutating func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
      loneKey.value(for: type, LoneKey<Key>(key)).keys
    }
  }

  /// The part that records access for each value, at a fixed address.
  struct Table: ~Copyable {
    unowned(unsafe) let layout: Layout
    let use: Use
    var entries = GrowingBuffer<Entry>(minimumCapacity: 8)
    var makers = LastMade<AnyClass>()
    private var index: [String: Int] = [:]
    /// The slots in the order of their keys, or fewer if keys were added since.
    fileprivate var namedSlots: [NamedSlot] = []

    fileprivate init(_ layout: Layout, _ use: Use) {
      unsafe self.layout = layout
      self.use = use
    }

    /// Adds `key`, which the table does not contain, and returns its position.
    @discardableResult
    mutating func append(_ key: String) -> Int {
      if !index.isEmpty { index[key] = entries.count }
      entries.append(Entry(key: key))
      return entries.count - 1
    }

    /// The position of `key`, searched from `start` to the end and then from the beginning.
    mutating func position(of key: String, from start: Int) -> Int? {
      if entries.count > 16 { return indexedPosition(of: key) }
      let start = min(start, entries.count)
      for position in start..<entries.count where unsafe entries[position].key == key {
        return position
      }
      for position in 0..<start where unsafe entries[position].key == key { return position }
      return nil
    }

    private mutating func indexedPosition(of key: String) -> Int? {
      if index.isEmpty {
        index.reserveCapacity(entries.capacity)
        for position in 0..<entries.count { unsafe index[entries[position].key] = position }
      }
      return index[key]
    }
  }

  enum Use {
    /// For the records of one type, which add the keys that they write.
    case ofType
    /// For records of any type, until they write a key.
    case blank
    case ofRecord
  }

  /// The entries, valid while the layout lives.
  let table: UnsafeMutablePointer<Table>
  private let tableBox: PinnedBox<Table>

  init(_ use: Use) {
    tableBox = unsafe PinnedBox(unsafeUninitialized: ())
    unsafe table = tableBox.pointer
    unsafe table.initialize(to: Table(self, use))
  }

  /// The position of a slot, and the digest of its key.
  struct NamedSlot {
    let position: Int
    let name: GraphFingerprint
  }

  /// The slots in the order of their keys, which does not depend on what was written first.
  func slotsByName() -> [NamedSlot] {
    let count = unsafe table.pointee.entries.count
    if unsafe table.pointee.namedSlots.count != count {
      let keys = (0..<count).map { unsafe table.pointee.entries[$0].key }
      unsafe table.pointee.namedSlots = keys.enumerated().sorted { $0.element < $1.element }
        .map { NamedSlot(position: $0.offset, name: DigestBuilder.digest(of: $0.element)) }
    }
    return unsafe table.pointee.namedSlots
  }

  /// A layout with the same keys for one record.
  func privateCopy() -> Layout {
    let copy = Layout(.ofRecord)
    for position in unsafe 0..<table.pointee.entries.count {
      unsafe copy.table.pointee.append(table.pointee.entries[position].key)
    }
    return copy
  }
}

/// A key of one byte at most, as in nearly all enums of keys.
///
/// Two values of such a type with the same byte are the same key, so their names need no comparison.
private struct ShortKey {
  private var type: ObjectIdentifier?
  private var byte: UInt8 = 0

  /// Whether `key` is the last noted one.
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
    unsafe MemoryLayout<Key>.size == 0 ? 0 : unsafeBitCast(key, to: UInt8.self)
  }
}

/// The object or class that was made for the type that was requested last.
///
/// `@safe`: what is made for a type always has the same type.
@safe struct LastMade<Made> {
  private var type: ObjectIdentifier?
  private var made: Made?

  @inline(__always)
  mutating func value<Value>(
    for type: any Any.Type, _ make: @autoclosure () -> Value
  ) -> Value {
    if self.type == ObjectIdentifier(type), let made {
      return unsafe unsafeBitCast(made, to: Value.self)
    }
    let new = make()
    self.type = ObjectIdentifier(type)
    made = unsafe unsafeBitCast(new, to: Made.self)
    return new
  }
}

/// The list with one key that `allKeys` returns for the record of an enum.
///
/// The case of an enum is the only key of its record, and the decoding of the enum reads this list
/// for every value. To make it each time costs more than the rest of the container: the bound of "copy,
/// app state of 20 classes, nothing marked" needs this.
private final class LoneKey<Key: CodingKey> {
  let keys: [Key]

  /// The key with the name `name`, or no key if `Key` has none with that name.
  init(_ name: String) {
    keys = Key(stringValue: name).map { [$0] } ?? []
  }
}

protocol RecordContainer {
  init(record: Record)
}

/// Makes the containers of one key type.
///
/// The type of a maker contains the concrete types of the containers. A generic function that named
/// them would search the tables of the runtime for each value, which costs more than the
/// container: the bound of "copy, 1,000 instances" against a hand-written copy needs this. Makers are
/// used as metatypes, which need no reference counting.
class ContainerMaker<
  Key, Writing: RecordContainer & KeyedEncodingContainerProtocol,
  Reading: RecordContainer & KeyedDecodingContainerProtocol
> where Writing.Key == Key, Reading.Key == Key {
  class func encoding(_ record: Record) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Writing(record: record))
  }

  class func decoding(_ record: Record) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Reading(record: record))
  }
}

extension Layout.Table {
  /// The maker of the containers of a key type, quickly if a record of this layout used it last.
  @inline(__always)
  mutating func maker<Key: CodingKey>(
    _ type: Key.Type
  ) -> ContainerMaker<Key, KeyedEncoding<Key>, KeyedDecoding<Key>>.Type {
    makers.value(for: type, ContainerMaker.self)
  }
}
