/// The unkeyed container that writes into a record.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  var count: Int { record.tape.pointee.storage.count }

  func encodeNil() throws {
    append(NilMarker())
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws {
    append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws {
    append(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    record.nest(at: count).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    record.nest(at: count).unkeyedContainer()
  }

  /// Stores `value` as the next element.
  func append(_ value: some Encodable) {
    if record.tape.pointee.isSealed { return }
    record.tape.store(value, at: count, expectedAt: 0)
  }

  func superEncoder() -> any Encoder {
    record.nest(at: count)
  }
}
