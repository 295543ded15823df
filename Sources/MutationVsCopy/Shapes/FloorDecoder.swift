/// The decoding half of ``FloorCoder``.
struct FloorDecoder: Decoder {
  let script: FloorScript
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(script: FloorScript) {
    self.script = script
    script.next = 0
  }

  private init(within script: FloorScript) { self.script = script }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FloorKeyedDecoding(script: script, place: script.open()))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    FloorUnkeyedDecoding(script: script, place: script.open())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    FloorSingleValueDecoding(script: script, place: script.open())
  }

  /// A value of the next shape in the script.
  @inline(__always)
  static func decode<Value: Decodable>(_ type: Value.Type, _ script: FloorScript) throws -> Value {
    if let constant = script.constant(type) { return constant.pointee }
    return try Value(from: within(script))
  }

  static func within(_ script: FloorScript) -> FloorDecoder { FloorDecoder(within: script) }
}

/// Hands out constants under the keys of the script.
struct FloorKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let script: FloorScript
  let place: Int
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { script.openings[place].names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { script.openings[place].names.contains(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { false }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try FloorDecoder.decode(type, script)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    FloorDecoder.within(script).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    FloorDecoder.within(script).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { FloorDecoder.within(script) }
  func superDecoder(forKey key: Key) -> any Decoder { FloorDecoder.within(script) }
}

/// Hands out as many constants as the script says.
struct FloorUnkeyedDecoding: UnkeyedDecodingContainer {
  let script: FloorScript
  let place: Int
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { script.openings[place].count }
  var isAtEnd: Bool { currentIndex == script.openings[place].count }

  init(script: FloorScript, place: Int) {
    self.script = script
    self.place = place
  }

  func decodeNil() -> Bool { false }

  @inline(__always)
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try FloorDecoder.decode(type, script)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return FloorDecoder.within(script).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return FloorDecoder.within(script).unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return FloorDecoder.within(script)
  }
}

/// Hands out one constant.
struct FloorSingleValueDecoding: SingleValueDecodingContainer {
  let script: FloorScript
  let place: Int
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { script.openings[place].count == 0 }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try FloorDecoder.decode(type, script)
  }
}
