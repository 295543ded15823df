/// The encoding half of ``FloorCoder``.
struct FloorEncoder: Encoder {
  let script: FloorScript
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FloorKeyedEncoding(script: script, place: script.open()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    FloorUnkeyedEncoding(script: script, place: script.open())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    FloorUnkeyedEncoding(script: script, place: script.open())
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    if script.constant(Value.self) == nil { try value.encode(to: self) }
  }
}

/// Takes values under keys, and keeps none.
struct FloorKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let script: FloorScript
  let place: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    script.note(key.stringValue, at: place)
    try FloorEncoder(script: script).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    script.note(key.stringValue, at: place)
    return FloorEncoder(script: script).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    script.note(key.stringValue, at: place)
    return FloorEncoder(script: script).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { FloorEncoder(script: script) }
  func superEncoder(forKey key: Key) -> any Encoder { FloorEncoder(script: script) }
}

/// Takes values one after the other, and keeps none.
struct FloorUnkeyedEncoding: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let script: FloorScript
  let place: Int
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    script.note(nil, at: place)
    try FloorEncoder(script: script).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    script.note(nil, at: place)
    return FloorEncoder(script: script).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    script.note(nil, at: place)
    return FloorEncoder(script: script).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { FloorEncoder(script: script) }
}
