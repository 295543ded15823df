/// The identity of objects in one copy: which objects were reached, and the copy of each.
///
/// An open-addressing table refers to a row of entries in the order of arrival. The map retains its
/// objects: an object may be temporary, made while its owner encodes itself, and if it were
/// deallocated, another object could get its address and be mistaken for it.
struct IdentityMap: ~Copyable {
  /// The knowledge of the map about an object.
  enum Answer {
    case copied(AnyObject)
    /// Its copy has begun further up the stack, so the object is reached from itself.
    case inProgress
    /// It is new, and has an entry now.
    case entered(Int)
  }

  /// An object, and its copy if that exists.
  ///
  /// `@safe`: the map retains both objects as long as it has the entry.
  @safe private struct Entry {
    var source: Unmanaged<AnyObject>
    var copy: Unmanaged<AnyObject>?

    /// The address, which is unique while the map retains the object.
    var id: UnsafeMutableRawPointer { unsafe source.toOpaque() }
  }

  private var entries = GrowingBuffer<Entry>(minimumCapacity: Self.smallest)
  /// The positions in the row of entries plus one; 0 marks a free place.
  private var table = IdentityMap.emptyTable(2 * Self.smallest)
  private var mask = 2 * Self.smallest - 1

  /// The object in an entry whose own object may be tried again.
  private final class Abandoned: Sendable {}
  private static let abandoned = Abandoned()

  private static var smallest: Int { 64 }

  deinit {
    releaseObjects()
  }

  /// Finds `object`, and adds it if it is new.
  @inline(__always)
  mutating func enter(_ object: AnyObject) -> Answer {
    if entries.isFull { grow() }
    let (place, known) = find(object)
    if let known { return answer(at: known) }
    unsafe entries.appendWithoutGrowing(Entry(source: .passRetained(object), copy: nil))
    unsafe table[place] = UInt32(entries.count)
    return .entered(entries.count - 1)
  }

  func copy(of object: AnyObject) -> AnyObject? {
    position(of: object).flatMap { unsafe entries[$0].copy?.takeUnretainedValue() }
  }

  /// The position of `object` in the order of arrival.
  func position(of object: AnyObject) -> Int? { find(object).position }

  /// The place of `object` in the table, or the free one for it, and its position.
  @inline(__always)
  private func find(_ object: AnyObject) -> (place: Int, position: Int?) {
    let id = unsafe Unmanaged.passUnretained(object).toOpaque()
    var place = unsafe home(of: id)
    while unsafe table[place] != 0 {
      let position = unsafe Int(table[place]) - 1
      if unsafe entries[position].id == id { return (place, position) }
      place = (place + 1) & mask
    }
    return (place, nil)
  }

  /// Stores the copy of the object at `position`.
  @inline(__always)
  mutating func complete(_ position: Int, with copy: AnyObject) {
    unsafe entries[position].copy = .passRetained(copy)
  }

  /// Forgets the object at `position`, of which no copy was made.
  mutating func abandon(_ position: Int) {
    unsafe entries[position].source.release()
    unsafe entries[position].source = .passRetained(Self.abandoned)
  }

  /// Removes all objects, and shrinks after a large graph.
  mutating func removeAll() {
    guard entries.count > 0 else { return }
    releaseObjects()
    entries.removeAll(shrinkingTo: Self.smallest, above: 64 * Self.smallest)
    if entries.capacity == Self.smallest, table.count > 2 * Self.smallest {
      table = Self.emptyTable(2 * Self.smallest)
      mask = table.count - 1
    } else {
      unsafe table.elements.update(repeating: 0, count: table.count)
    }
  }

  private func releaseObjects() {
    for position in 0..<entries.count {
      unsafe entries[position].copy?.release()
      unsafe entries[position].source.release()
    }
  }

  private func answer(at position: Int) -> Answer {
    guard let copy = unsafe entries[position].copy else { return .inProgress }
    return unsafe .copied(copy.takeUnretainedValue())
  }

  @inline(__always)
  private func home(of id: UnsafeMutableRawPointer) -> Int {
    let mixed = UInt64(UInt(bitPattern: id) >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & mask
  }

  private mutating func grow() {
    entries.grow()
    table = Self.emptyTable(2 * entries.capacity)
    mask = table.count - 1
    for position in 0..<entries.count {
      var place = unsafe home(of: entries[position].id)
      while unsafe table[place] != 0 { place = (place + 1) & mask }
      unsafe table[place] = UInt32(position + 1)
    }
  }

  private static func emptyTable(_ count: Int) -> GrowingBuffer<UInt32> {
    var table = GrowingBuffer<UInt32>(minimumCapacity: count)
    for _ in 0..<count { unsafe table.appendWithoutGrowing(0) }
    return table
  }
}
