extension UnsafeMutablePointer<Tape> {
  /// A copy of the value in the slot at `index` of `record`, whose tape this is.
  @inline(__always)
  func value<Value: Decodable>(at index: Int, as type: Value.Type, _ record: Record) throws -> Value
  {
    let slot = pointee.storage.slots[index]
    guard slot.typeID == ObjectIdentifier(type) else {
      return try record.convertedValue(at: index, to: type)
    }
    let place = slot.value.assumingMemoryBound(to: type)
    if slot.isReady { return place.pointee }
    if pointee.isNested {
      record.enter(index)
    } else {
      pointee.current = index
      pointee.path.pointee.truncate(to: pointee.depth)
    }
    let plan = unsafeDowncast(slot.plan.takeUnretainedValue(), to: Plan<Value>.self)
    return try plan.copy(place, record.session)
  }

  /// The value at `index`, or nil when it is one.
  @inline(__always)
  func valueIfPresent<Value: Decodable>(
    at index: Int, as type: Value.Type, _ record: Record
  ) throws -> Value? {
    if pointee.storage.slots[index].typeID != ObjectIdentifier(type), try record.isNil(at: index) {
      return nil
    }
    return try value(at: index, as: type, record)
  }
}
