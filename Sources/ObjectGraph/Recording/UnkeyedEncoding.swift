/// The unkeyed container that writes into a record.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  var count: Int { record.storage.count }

  func encodeNil() throws {
    record.append(NilMarker())
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    record.append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws {
    record.append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws {
    record.append(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    record.nestNext().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    record.nestNext().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    record.nestNext()
  }
}
