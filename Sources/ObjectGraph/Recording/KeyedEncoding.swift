/// The keyed container that writes into a record.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let record: Record

  var codingPath: [any CodingKey] { record.codingPath }

  func encodeNil(forKey key: Key) throws {
    record.writeNil(forKey: key)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    record.write(value, forKey: key)
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { record.write(value, forKey: key) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    record.write(value, forKey: key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    record.write(value, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    record.nest(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    record.nest(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    record.nest(forKey: PathKey.super)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    record.nest(forKey: key)
  }
}
