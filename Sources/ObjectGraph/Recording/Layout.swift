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
    unowned(unsafe) var plan: TypePlan?
    var nested: Layout?
  }

  /// Whether several records use this layout.
  let isShared: Bool
  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity: Int
  private var index: [String: Int] = [:]

  init(isShared: Bool) {
    self.isShared = isShared
    capacity = 8
    entries = .allocate(capacity: capacity)
  }

  deinit {
    entries.deinitialize(count: count)
    entries.deallocate()
  }

  /// A layout with the same keys that one record may change.
  func privateCopy() -> Layout {
    let copy = Layout(isShared: false)
    for position in 0..<count { copy.append(entries[position].key) }
    return copy
  }

  /// Adds `key`, which is not there yet.
  @discardableResult
  func append(_ key: String) -> Int {
    if count == capacity { grow() }
    (entries + count).initialize(to: Entry(key: key, plan: nil, nested: nil))
    if !index.isEmpty { index[key] = count }
    count += 1
    return count - 1
  }

  /// The position of `key`, looked for from `start` on and then from the beginning.
  func position(of key: String, from start: Int) -> Int? {
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

  private func indexedPosition(of key: String) -> Int? {
    if index.isEmpty {
      index.reserveCapacity(capacity)
      for position in 0..<count { index[entries[position].key] = position }
    }
    return index[key]
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  /// Forgets every key of a private layout.
  func removeAll() {
    entries.deinitialize(count: count)
    count = 0
    index.removeAll(keepingCapacity: count <= 64)
  }
}
