/// The contiguous memory of a record: a row of slots, and a block where their values live.
///
/// Values never move once they are stored, since not every Swift value may be moved bit by bit.
struct SlotStorage: ~Copyable {
  /// How many slots may be looked at; slots without a value among them have no plan.
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

  deinit {
    for index in 0..<count {
      if let plan = slots[index].plan { plan.destroy(slots[index].value) }
    }
    for full in fullBlocks { full.deallocate() }
    slots.deallocate()
    block.deallocate()
  }

  /// Ends every value and keeps the memory, unless it has grown out of proportion.
  mutating func removeAll() {
    for index in 0..<count {
      if let plan = slots[index].plan { plan.destroy(slots[index].value) }
    }
    count = 0
    next = block
    if !fullBlocks.isEmpty { releaseBlocks() }
    if capacity > 64 { shrink() }
  }

  /// Stores `value` in the slot at `index`, in place of what was there.
  @inline(__always)
  mutating func store<Value>(_ value: Value, at index: Int, plan: TypePlan) {
    if index >= count { extend(to: index) } else { clear(index) }
    let place = allocate(MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    place.initializeMemory(as: Value.self, to: value)
    slots[index] = Slot(plan: plan, value: place, isCopy: false)
  }

  /// Makes the slot at `index` hold a copy already.
  mutating func markCopied(_ index: Int) {
    slots[index].isCopy = true
  }

  private mutating func clear(_ index: Int) {
    guard let plan = slots[index].plan else { return }
    slots[index].plan = nil
    plan.destroy(slots[index].value)
  }

  private mutating func extend(to index: Int) {
    if index >= capacity { growSlots(for: index) }
    while count <= index {
      (slots + count).initialize(to: Slot(plan: nil, value: block, isCopy: false))
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

  private mutating func releaseBlocks() {
    for full in fullBlocks { full.deallocate() }
    fullBlocks.removeAll()
    block.deallocate()
    block = .allocate(byteCount: Self.blockSize, alignment: Self.blockAlignment)
    next = block
    end = block + Self.blockSize
  }

  private mutating func shrink() {
    slots.deallocate()
    capacity = 8
    slots = .allocate(capacity: capacity)
  }
}
