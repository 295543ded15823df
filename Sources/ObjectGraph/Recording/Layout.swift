/// The keys of a record, in the order in which they were first written, and what was found there.
///
/// The layout of a type is shared by all its records of one session: the next instance most likely
/// writes the same keys in the same order with values of the same types, so that each key is
/// found where it is expected. Only the cases of an enum are remembered that way; keys made from
/// data stay with their record.
final class Layout {
  /// One key, and what to expect under it.
  struct Entry {
    var key: String
    var shortKey = ShortKey()
    var typeID: ObjectIdentifier?
    var plan: Unmanaged<TypePlan>?
    var isByValue = false
    var destroyer: TypePlan.Type?
    var nested: Layout?
    var nestedTable: UnsafeMutablePointer<Layout.Table>?
    var known = KnownKey()
  }

  /// The part that records look at all the time, at a fixed address.
  struct Table {
    unowned(unsafe) let layout: Layout
    var entries: UnsafeMutablePointer<Entry>
    var count = 0
    var capacity = 8
    var index: [String: Int] = [:]
    var makers = ContainerMakers()
  }

  /// Who uses a layout.
  enum Use {
    /// The records of one type, which add what they meet.
    case ofType
    /// Records of any type, until they have something to add.
    case blank
    /// One record.
    case ofRecord
  }

  let use: Use
  /// The entries, valid as long as the layout lives.
  let table: UnsafeMutablePointer<Table>

  init(_ use: Use) {
    self.use = use
    table = .allocate(capacity: 1)
    table.initialize(to: Table(layout: self, entries: .allocate(capacity: 8)))
  }

  deinit {
    table.pointee.entries.deinitialize(count: table.pointee.count)
    table.pointee.entries.deallocate()
    table.deinitialize(count: 1)
    table.deallocate()
  }

  /// A layout with the same keys that one record may change.
  func privateCopy() -> Layout {
    let copy = Layout(.ofRecord)
    for position in 0..<table.pointee.count {
      copy.table.pointee.append(table.pointee.entries[position].key)
    }
    return copy
  }
}

extension Layout.Table {
  /// Adds `key`, which is not there yet.
  @discardableResult
  mutating func append(_ key: String) -> Int {
    if count == capacity { grow() }
    (entries + count).initialize(to: Layout.Entry(key: key))
    if !index.isEmpty { index[key] = count }
    count += 1
    return count - 1
  }

  /// The position of `key`, looked for from `start` on and then from the beginning.
  mutating func position(of key: String, from start: Int) -> Int? {
    if count > 16 { return indexedPosition(of: key) }
    var position = start
    while position < count {
      if entries[position].key == key { return position }
      position += 1
    }
    position = 0
    while position < start, position < count {
      if entries[position].key == key { return position }
      position += 1
    }
    return nil
  }

  private mutating func indexedPosition(of key: String) -> Int? {
    if index.isEmpty {
      index.reserveCapacity(capacity)
      for position in 0..<count { index[entries[position].key] = position }
    }
    return index[key]
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Layout.Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
