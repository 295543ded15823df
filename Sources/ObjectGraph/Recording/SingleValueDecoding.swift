/// The single-value container that reads from a record.
struct SingleValueDecoding: SingleValueDecodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  func decodeNil() -> Bool {
    (try? record.holdsNil()) ?? false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try record.singleValue(as: type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try record.singleValue(as: type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try record.singleValue(as: type)
  }
}

extension Record {
  /// The one value that was encoded, or the whole of this record read as `type`.
  func singleValue<Value: Decodable>(as type: Value.Type) throws -> Value {
    if tape.pointee.kind == .single, tape.pointee.storage.isFilled(0) {
      return try tape.value(at: 0, as: type, self)
    }
    if type is any PrimitiveValue.Type { throw mismatch(type, found: "\(tape.pointee.kind)") }
    return try Value(from: self)
  }

  /// The decoder of a super value that was never encoded: it holds a nil.
  func missing(_ key: any CodingKey) -> Record {
    let record = session.strayRecord()
    record.fixedPath = codingPath + [key]
    record.tape.pointee.kind = .single
    record.tape.store(NilMarker(), at: 0, plan: session.nilPlan)
    return record
  }
}
