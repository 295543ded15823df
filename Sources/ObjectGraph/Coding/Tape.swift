/// The part of a record that its containers access for each value.
///
/// It lies at a fixed address, so writing a number changes no reference count.
///
/// `@safe`: its pointers are to what the record and its session own, and only a record makes a tape.
@safe struct Tape: ~Copyable {
  /// How a value encodes itself.
  enum Kind {
    case empty, keyed, unkeyed, single
  }

  // Their targets are owned elsewhere, and do not change while a record is used for a value.
  var layout: UnsafeMutablePointer<Layout.Table>
  let path: UnsafeMutablePointer<PathStack>

  var storage = SlotStorage()
  var kind = Kind.empty
  /// Whether the value has encoded itself, so that later writes are ignored.
  var isSealed = false
  /// Whether this tape belongs to a nested container, a `super` coder or a view.
  var isNested = false
  /// Whether the record holds more than its values, which it must release before the next value.
  var hasExtras = false
  /// The slot that is expected to be written or read next.
  var cursor = 0
  /// The slot whose value is being copied, or -1.
  var current = -1
  /// The number of steps of the path to this record, its own included.
  var depth = 0
  /// The type of the keys of the decoding side, which appear in coding paths.
  var keyType: (any CodingKey.Type)?

  init(layout: UnsafeMutablePointer<Layout.Table>, path: UnsafeMutablePointer<PathStack>) {
    unsafe self.layout = layout
    unsafe self.path = path
  }

  /// The key of the slot at `index`, in the type of the decoding side.
  func key(at index: Int) -> (any CodingKey)? {
    switch kind {
    case .keyed:
      guard unsafe index < layout.pointee.entries.count else { return nil }
      let name = unsafe layout.pointee.entries[index].key
      return keyType?.init(stringValue: name) ?? PathKey(stringValue: name)
    case .unkeyed: return PathKey(index: index)
    case .single, .empty: return nil
    }
  }

  /// The key of the value that is being copied.
  var currentKey: (any CodingKey)? { current < 0 ? nil : key(at: current) }

  /// The slot with a value under `key`, most likely the next one.
  @inline(__always)
  mutating func slotForReading(_ key: some CodingKey) -> Int? {
    let next = cursor
    if unsafe next < layout.pointee.entries.count, unsafe layout.pointee.entries[next].isUnder(key)
    {
      cursor = next + 1
      return storage.isFilled(next) ? next : nil
    }
    return slotForReading(named: key.stringValue)
  }

  /// The slot with a value under `name`.
  mutating func slotForReading(named name: String) -> Int? {
    guard let found = unsafe layout.pointee.position(of: name, from: cursor) else { return nil }
    cursor = found + 1
    return storage.isFilled(found) ? found : nil
  }
}

/// The place of one recorded value.
///
/// `@safe`, but for the members that are marked: they need the record that owns the value.
@safe struct Slot {
  /// The type of the value, or nil if there is none.
  var typeID: ObjectIdentifier?
  var plan: Unmanaged<TypePlan>
  var value: UnsafeMutableRawPointer
  /// Whether decoding returns the value itself, because it is copied by value.
  var isReady: Bool
  /// Whether the end of the value has an effect.
  var needsEnd: Bool

  var isFilled: Bool { typeID != nil }
  var isNilMarker: Bool { typeID == ObjectIdentifier(NilMarker.self) }
  var holdsRecord: Bool { typeID == ObjectIdentifier(Record.self) }
  @unsafe var record: Record { unsafe value.assumingMemoryBound(to: Record.self).pointee }
  @unsafe var typePlan: TypePlan { unsafe plan.takeUnretainedValue() }
  @unsafe var anyPlan: any Plan { unsafe plan.takeUnretainedValue().untyped }

  /// Deinitializes the value; a record is used again.
  @unsafe @inline(__always)
  func end() {
    guard needsEnd else { return }
    if typeID == ObjectIdentifier(String.self) {
      unsafe value.assumingMemoryBound(to: String.self).deinitialize(count: 1)
    } else if holdsRecord {
      var record = unsafe value.assumingMemoryBound(to: Record.self).move()
      record.session.recycle(&record)
    } else {
      unsafe typePlan.destroyer.destroy(value)
    }
  }
}

/// The memory of a record: a row of slots, and a block for their values.
///
/// A stored value never moves, because not every Swift value may be moved bit by bit.
///
/// `@safe`: it owns the blocks, and its record ends the values that lie in them.
@safe struct SlotStorage: ~Copyable {
  private(set) var slots = GrowingBuffer<Slot>(minimumCapacity: Self.slotCapacity)
  private var block: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var end: UnsafeMutableRawPointer
  private var fullBlocks: [UnsafeMutableRawPointer] = unsafe []

  private static var slotCapacity: Int { 8 }
  private static var blockSize: Int { 256 }
  private static var blockAlignment: Int { 16 }

  init() {
    unsafe block = .allocate(byteCount: Self.blockSize, alignment: Self.blockAlignment)
    unsafe next = block
    unsafe end = block + Self.blockSize
  }

  /// The values have ended before, while their plans are alive: see the end of a record.
  deinit {
    unsafe fullBlocks.forEach { unsafe $0.deallocate() }
    unsafe block.deallocate()
  }

  /// The number of slots; those without a value have no type.
  var count: Int {
    @inline(__always) get { slots.count }
  }

  /// Deinitializes every value and keeps the memory, unless it is much larger than usual.
  @inline(__always)
  mutating func removeAll() {
    endValues()
    slots.removeAll(shrinkingTo: Self.slotCapacity, above: 8 * Self.slotCapacity)
    if unsafe end - block > Self.blockSize { shrinkBlocks() }
    unsafe next = block
  }

  @inline(__always)
  func isFilled(_ index: Int) -> Bool {
    unsafe index < count && slots[index].isFilled
  }

  /// Stores `value` in the slot at `index`, in place of its previous value.
  @inline(__always)
  mutating func store<Value>(
    _ value: Value, at index: Int, plan: Unmanaged<TypePlan>, isByValue: Bool, needsEnd: Bool
  ) {
    if index != count { unsafe makeRoom(for: index, plan) }
    let place = unsafe allocate(MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    unsafe place.assumingMemoryBound(to: Value.self).initialize(to: value)
    let slot = unsafe Slot(
      typeID: ObjectIdentifier(Value.self), plan: plan, value: place, isReady: isByValue,
      needsEnd: needsEnd)
    if index == count { slots.append(slot) } else { unsafe slots[index] = slot }
  }

  @inline(__always)
  private func endValues() {
    for index in 0..<count { unsafe slots[index].end() }
  }

  /// Ends the value in the slot at `index`, or adds empty slots up to there.
  private mutating func makeRoom(for index: Int, _ filler: Unmanaged<TypePlan>) {
    if index < count {
      let old = unsafe slots[index]
      unsafe slots[index].needsEnd = false
      unsafe old.end()
    }
    while count < index {
      unsafe slots.append(
        Slot(
          typeID: nil, plan: filler, value: block, isReady: false, needsEnd: false))
    }
  }

  @inline(__always)
  private mutating func allocate(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
    let place = unsafe next.alignedUp(toMultipleOf: alignment)
    if unsafe place + size <= end {
      unsafe next = place + size
      return unsafe place
    }
    return unsafe allocateInNewBlock(size, alignment)
  }

  private mutating func allocateInNewBlock(
    _ size: Int, _ alignment: Int
  ) -> UnsafeMutableRawPointer {
    unsafe fullBlocks.append(block)
    let length = unsafe max(size + alignment, 2 * (end - block))
    unsafe block = .allocate(byteCount: length, alignment: max(alignment, Self.blockAlignment))
    unsafe next = block + size
    unsafe end = block + length
    return unsafe block
  }

  private mutating func shrinkBlocks() {
    unsafe fullBlocks.forEach { unsafe $0.deallocate() }
    unsafe fullBlocks.removeAll()
    guard unsafe end - block > 16 * Self.blockSize else { return }
    unsafe block.deallocate()
    unsafe block = .allocate(byteCount: Self.blockSize, alignment: Self.blockAlignment)
    unsafe end = block + Self.blockSize
  }
}
