/// The contiguous memory of a record: a row of slots, and a block where their values live.
///
/// Values never move once they are stored, since not every Swift value may be moved bit by bit. The
/// owner calls ``deallocate()`` in the end.
struct SlotStorage {
  /// How many slots may be looked at; those without a value have no type.
  private(set) var count = 0
  private(set) var slots: UnsafeMutablePointer<Slot>
  private var capacity = 8
  private var block: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var end: UnsafeMutableRawPointer
  private var fullBlocks: [UnsafeMutableRawPointer] = []

  private static let blockSize = 256
  private static let blockAlignment = 16

  init() {
    slots = .allocate(capacity: capacity)
    block = .allocate(byteCount: Self.blockSize, alignment: Self.blockAlignment)
    next = block
    end = block + Self.blockSize
  }

  /// Ends every value, and gives the memory back.
  mutating func deallocate() {
    endValues()
    for full in fullBlocks { full.deallocate() }
    slots.deallocate()
    block.deallocate()
  }

  /// Ends every value and keeps the memory, unless it has grown out of proportion.
  @inline(__always)
  mutating func removeAll() {
    endValues()
    count = 0
    next = block
    if end - block > Self.blockSize { shrinkBlocks() }
    if capacity > 64 { shrinkSlots() }
  }

  /// Whether something is recorded in the slot at `index`.
  @inline(__always)
  func isFilled(_ index: Int) -> Bool {
    index < count && slots[index].typeID != nil
  }

  /// Stores `value` in the slot at `index`, in place of what was there.
  @inline(__always)
  mutating func store<Value>(
    _ value: Value, at index: Int, plan: Unmanaged<TypePlan>, isByValue: Bool,
    destroyer: TypePlan.Type?
  ) {
    if index == count, count < capacity {
      count += 1
    } else {
      makeRoom(for: index, plan)
    }
    let place = allocate(MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    place.assumingMemoryBound(to: Value.self).initialize(to: value)
    (slots + index).initialize(
      to: Slot(
        typeID: ObjectIdentifier(Value.self), plan: plan, value: place, isReady: isByValue,
        isCopy: false, destroyer: destroyer))
  }

  /// Declares that the slot at `index` holds a copy already.
  mutating func markCopied(_ index: Int) {
    slots[index].isReady = true
    slots[index].isCopy = true
  }

  @inline(__always)
  private func endValues() {
    for index in 0..<count { end(slots[index]) }
  }

  @inline(__always)
  private func end(_ slot: Slot) {
    guard let destroyer = slot.destroyer else { return }
    if slot.typeID == ObjectIdentifier(String.self) {
      slot.value.assumingMemoryBound(to: String.self).deinitialize(count: 1)
    } else {
      destroyer.destroy(slot.value)
    }
  }

  private mutating func makeRoom(for index: Int, _ filler: Unmanaged<TypePlan>) {
    if index < count {
      let old = slots[index]
      slots[index].typeID = nil
      slots[index].destroyer = nil
      end(old)
      return
    }
    if index >= capacity { growSlots(for: index) }
    while count <= index {
      (slots + count).initialize(
        to: Slot(
          typeID: nil, plan: filler, value: block, isReady: false, isCopy: false,
          destroyer: nil))
      count += 1
    }
  }

  @inline(__always)
  private mutating func allocate(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
    let place = next.alignedUp(toMultipleOf: alignment)
    if place + size <= end {
      next = place + size
      return place
    }
    return allocateInNewBlock(size, alignment)
  }

  private mutating func allocateInNewBlock(
    _ size: Int, _ alignment: Int
  ) -> UnsafeMutableRawPointer {
    fullBlocks.append(block)
    let length = max(size + alignment, 2 * (end - block))
    block = .allocate(byteCount: length, alignment: max(alignment, Self.blockAlignment))
    next = block + size
    end = block + length
    return block
  }

  private mutating func growSlots(for index: Int) {
    let wanted = max(2 * capacity, index + 1)
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: wanted)
    larger.moveInitialize(from: slots, count: count)
    slots.deallocate()
    slots = larger
    capacity = wanted
  }

  private mutating func shrinkBlocks() {
    for full in fullBlocks { full.deallocate() }
    fullBlocks.removeAll()
    guard end - block > 4096 else { return }
    block.deallocate()
    block = .allocate(byteCount: Self.blockSize, alignment: Self.blockAlignment)
    next = block
    end = block + Self.blockSize
  }

  private mutating func shrinkSlots() {
    slots.deallocate()
    capacity = 8
    slots = .allocate(capacity: capacity)
  }
}
