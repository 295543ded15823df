/// The keyed container that writes into a record.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol, RecordContainer {
  let record: Record

  @inline(__always)
  var tape: UnsafeMutablePointer<Tape> { record.tape }

  var codingPath: [any CodingKey] { record.codingPath }

  func encodeNil(forKey key: Key) throws {
    try encode(NilMarker(), forKey: key)
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if tape.pointee.isSealed { return }
    let slot = slotForWriting(key)
    tape.store(value, at: slot, expectedAt: slot)
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try value.borrowed { try encode($0, forKey: key) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    if tape.pointee.isSealed { return }
    let slot = slotForWriting(key)
    tape.store(value, at: slot, expectedAt: slot)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    if tape.pointee.isSealed { return }
    let slot = slotForWriting(key)
    tape.store(value, at: slot, expectedAt: slot)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nest(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nest(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    nest(forKey: PathKey.super)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    nest(forKey: key)
  }

  private func nest(forKey key: some CodingKey) -> Record {
    guard !tape.pointee.isSealed else { return record.session.strayRecord() }
    return record.nest(at: slotForWriting(key))
  }
}

/// What stands in a slot for a nil that was encoded.
struct NilMarker: Encodable, CopiedByValue {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
