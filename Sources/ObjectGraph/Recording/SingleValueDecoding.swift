/// The single-value container that reads from a record.
struct SingleValueDecoding: SingleValueDecodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  func decodeNil() -> Bool {
    (try? record.holdsNil()) ?? false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if record.kind == .single, record.isFilled(0) { return try record.value(at: 0, as: type) }
    return try record.wholeValue(as: type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    if record.kind == .single, record.isFilled(0) { return try record.value(at: 0, as: type) }
    return try record.wholeValue(as: type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    if record.kind == .single, record.isFilled(0) { return try record.value(at: 0, as: type) }
    return try record.wholeValue(as: type)
  }
}

extension Record {
  /// The value that this record is of, read as `type` through its own coding.
  func wholeValue<Value: Decodable>(as type: Value.Type) throws -> Value {
    if session.decodablePlan(for: type).isPrimitive { throw mismatch(type, found: "\(kind)") }
    return try Value(from: self)
  }

  /// The value at `index`, or nil when it is one.
  func valueIfPresent<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value? {
    let slot = storage.slots[index]
    if let plan = slot.plan, plan.typeID == ObjectIdentifier(type) {
      return try value(at: index, as: type)
    }
    if try isNil(at: index) { return nil }
    return try value(at: index, as: type)
  }

  /// The decoder of a super value that was never encoded: it holds a nil.
  func missing(_ key: any CodingKey) -> Record {
    let record = session.strayRecord()
    record.fixedPath = codingPath + [key]
    record.kind = .single
    record.storage.store(NilMarker(), at: 0, plan: session.nilPlan)
    return record
  }
}
