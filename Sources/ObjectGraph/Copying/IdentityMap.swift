/// Which objects have been met, and what became of them: an open-addressing table over a row of
/// entries in the order of arrival.
///
/// Sources are retained while they are in the map. A source may be a temporary object that its
/// owner makes while it encodes itself: freed, its address would be reused by the next one, which
/// would then be taken for it.
final class IdentityMap {
  /// What the map knows about an object.
  enum Answer {
    /// It was copied before.
    case copied(AnyObject)
    /// It is being copied further up the stack.
    case inProgress
    /// It is new, and has now an entry.
    case entered(Int)
  }

  private struct Entry {
    var source: AnyObject
    var copy: AnyObject?
    var isAbandoned: Bool
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int
  private(set) var count = 0
  /// Positions in `entries` plus one; 0 is a free place. Its length is a power of two.
  private var table: UnsafeMutablePointer<UInt32>
  private var mask: Int

  private static let smallest = 64

  init() {
    capacity = Self.smallest
    entries = .allocate(capacity: capacity)
    mask = 2 * Self.smallest - 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    entries.deinitialize(count: count)
    entries.deallocate()
    table.deallocate()
  }

  /// Looks `object` up, and enters it when it is new.
  func enter(_ object: AnyObject) -> Answer {
    var place = home(of: object)
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      if entries[position].source === object { return answer(at: position) }
      place = (place + 1) & mask
    }
    if count == capacity {
      grow()
      place = home(of: object)
      while table[place] != 0 { place = (place + 1) & mask }
    }
    (entries + count).initialize(to: Entry(source: object, copy: nil, isAbandoned: false))
    count += 1
    table[place] = UInt32(count)
    return .entered(count - 1)
  }

  /// The copy of `object`, if there is one.
  func copy(of object: AnyObject) -> AnyObject? {
    var place = home(of: object)
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      if entries[position].source === object { return entries[position].copy }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Notes the copy of the object that was entered at `position`.
  func complete(_ position: Int, with copy: AnyObject) {
    entries[position].copy = copy
  }

  /// Notes that copying the object at `position` has failed, so that it may be tried again.
  func abandon(_ position: Int) {
    entries[position].isAbandoned = true
  }

  /// Forgets everything, and gives back the memory of a large graph.
  func removeAll() {
    guard count > 0 else { return }
    let used = count
    count = 0
    (entries).deinitialize(count: used)
    if capacity > 16 * Self.smallest {
      entries.deallocate()
      table.deallocate()
      capacity = Self.smallest
      entries = .allocate(capacity: capacity)
      mask = 2 * Self.smallest - 1
      table = .allocate(capacity: mask + 1)
    }
    table.initialize(repeating: 0, count: mask + 1)
  }

  private func answer(at position: Int) -> Answer {
    if let copy = entries[position].copy { return .copied(copy) }
    if entries[position].isAbandoned {
      entries[position].isAbandoned = false
      return .entered(position)
    }
    return .inProgress
  }

  @inline(__always)
  private func home(of object: AnyObject) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    let mixed = UInt64(address >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & mask
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
    table.deallocate()
    mask = 2 * capacity - 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
    for position in 0..<count {
      var place = home(of: entries[position].source)
      while table[place] != 0 { place = (place + 1) & mask }
      table[place] = UInt32(position + 1)
    }
  }
}
