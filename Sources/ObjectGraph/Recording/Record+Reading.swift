extension Record {
  /// The slot that holds something under `name`, most likely the next one.
  @inline(__always)
  func slotForReading(_ name: String) -> Int? {
    var position = cursor
    if position >= layout.count || layout.entries[position].key != name {
      guard let found = layout.position(of: name, from: position) else { return nil }
      position = found
    }
    cursor = position + 1
    return isFilled(position) ? position : nil
  }

  /// Whether something is recorded in the slot at `index`.
  @inline(__always)
  func isFilled(_ index: Int) -> Bool {
    index < storage.count && storage.slots[index].plan != nil
  }

  /// Whether the slot at `index` holds a nil.
  func isNil(at index: Int) throws -> Bool {
    let slot = storage.slots[index]
    guard let plan = slot.plan else { return true }
    if plan === session.recordPlan {
      return try nested(at: index).holdsNil()
    }
    if plan === session.nilPlan { return true }
    if plan.isByValue { return plan.isNil(slot.value) }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    return try open(index).holdsNil()
  }

  /// Whether the value encoded itself as nil.
  func holdsNil() throws -> Bool {
    guard kind == .single, isFilled(0) else { return false }
    let plan = storage.slots[0].plan
    if plan === session.nilPlan { return true }
    if let plan, plan.isPrimitive { return false }
    return try isNil(at: 0)
  }

  /// A copy of the value in the slot at `index`.
  @inline(__always)
  func value<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value {
    let slot = storage.slots[index]
    if let plan = slot.plan, plan.typeID == ObjectIdentifier(type) {
      let place = slot.value.assumingMemoryBound(to: type)
      if plan.isByValue || slot.isCopy { return place.pointee }
      enter(index)
      return try unsafeDowncast(plan, to: Plan<Value>.self).copy(place)
    }
    return try convertedValue(at: index, to: type)
  }

  /// Makes the slot at `index` the place where the copy stands.
  @inline(__always)
  func enter(_ index: Int) {
    current = index
    if let parent { enter(through: parent) } else { session.path.truncate(to: depth) }
  }

  private func enter(through parent: Record) {
    guard fixedPath == nil else { return }
    parent.enter(slotInParent)
    session.path.push(self)
  }

  /// The record that lies in the slot at `index`.
  func nested(at index: Int) -> Record {
    let nested = storage.slots[index].value.assumingMemoryBound(to: Record.self).pointee
    nested.cursor = 0
    return nested
  }
}
