/// Which objects have been met, and what became of them: an open-addressing table over a row of
/// entries in the order of arrival.
///
/// Sources are retained while they are in the map. A source may be a temporary object that its
/// owner makes while it encodes itself: freed, its address would be reused by the next one, which
/// would then be taken for it. The owner calls ``deallocate()`` in the end.
struct IdentityMap {
  /// What the map knows about an object.
  enum Answer {
    /// It was copied before.
    case copied(AnyObject)
    /// It is being copied further up the stack.
    case inProgress
    /// It could not be copied, and there is no point in trying again.
    case failed(any Error)
    /// It is new, and has now an entry.
    case entered(Int)
  }

  private struct Entry {
    var source: Unmanaged<AnyObject>
    var copy: Unmanaged<AnyObject>?

    /// What tells one object from another while both are retained.
    var id: UnsafeMutableRawPointer { source.toOpaque() }
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int
  private(set) var count = 0
  /// Positions in the row of entries plus one, with 0 for a free place.
  private var table: UnsafeMutablePointer<UInt32>
  private var mask: Int

  /// Positions whose objects are neither copied nor being copied.
  private var abandoned: Set<Int> = []
  private var failures: [Int: any Error] = [:]

  private static let smallest = 64

  init() {
    capacity = Self.smallest
    entries = .allocate(capacity: capacity)
    mask = 2 * Self.smallest - 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
  }

  /// Gives the memory of an empty map back.
  func deallocate() {
    entries.deallocate()
    table.deallocate()
  }

  /// Looks `object` up, and enters it when it is new.
  @inline(__always)
  mutating func enter(_ object: AnyObject) -> Answer {
    if count == capacity { grow() }
    let id = Unmanaged.passUnretained(object).toOpaque()
    var place = home(of: id)
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      if entries[position].id == id { return answer(at: position) }
      place = (place + 1) & mask
    }
    (entries + count).initialize(
      to: Entry(source: .passRetained(object), copy: nil))
    count += 1
    table[place] = UInt32(count)
    return .entered(count - 1)
  }

  /// The copy of `object`, if there is one.
  func copy(of object: AnyObject) -> AnyObject? {
    position(of: object).flatMap { entries[$0].copy?.takeUnretainedValue() }
  }

  /// Whether `object` waits to be copied: it is neither copied nor being copied.
  func isNew(_ object: AnyObject) -> Bool {
    guard let position = position(of: object) else { return true }
    return abandoned.contains(position)
  }

  private func position(of object: AnyObject) -> Int? {
    let id = Unmanaged.passUnretained(object).toOpaque()
    var place = home(of: id)
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      if entries[position].id == id { return position }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Notes the copy of the object that was entered at `position`.
  @inline(__always)
  func complete(_ position: Int, with copy: AnyObject) {
    entries[position].copy = .passRetained(copy)
  }

  /// Notes that copying the object at `position` has failed, so that it may be tried again.
  mutating func abandon(_ position: Int) {
    abandoned.insert(position)
  }

  /// Notes that the object at `position` cannot be copied.
  mutating func fail(_ position: Int, _ error: any Error) {
    abandon(position)
    failures[position] = error
  }

  /// Forgets everything, and gives back the memory of a large graph.
  mutating func removeAll() {
    guard count > 0 else { return }
    for position in 0..<count {
      entries[position].copy?.release()
      entries[position].source.release()
    }
    count = 0
    if !abandoned.isEmpty { abandoned = [] }
    if !failures.isEmpty { failures = [:] }
    if capacity > 64 * Self.smallest {
      deallocate()
      self = IdentityMap()
    } else {
      table.initialize(repeating: 0, count: mask + 1)
    }
  }

  private mutating func answer(at position: Int) -> Answer {
    if let copy = entries[position].copy { return .copied(copy.takeUnretainedValue()) }
    if abandoned.contains(position) {
      if let failure = failures[position] { return .failed(failure) }
      abandoned.remove(position)
      return .entered(position)
    }
    return .inProgress
  }

  @inline(__always)
  private func home(of id: UnsafeMutableRawPointer) -> Int {
    let mixed = UInt64(UInt(bitPattern: id) >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & mask
  }

  private mutating func grow() {
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
      var place = home(of: entries[position].id)
      while table[place] != 0 { place = (place + 1) & mask }
      table[place] = UInt32(position + 1)
    }
  }
}
