/// The unkeyed container that reads from a record.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let record: Record
  private(set) var currentIndex = 0

  init(record: Record) {
    self.record = record
  }

  var codingPath: [any CodingKey] { record.codingPath }

  var count: Int? { record.tape.pointee.storage.count }

  var isAtEnd: Bool { currentIndex >= record.tape.pointee.storage.count }

  mutating func decodeNil() throws -> Bool {
    try requireNext(Any?.self)
    guard try record.isNil(at: currentIndex) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try requireNext(type)
    let value = try record.tape.value(at: currentIndex, as: type, record)
    currentIndex += 1
    return value
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    let value = try record.tape.valueIfPresent(at: currentIndex, as: type, record)
    currentIndex += 1
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try requireNext(type)
    let value = try record.tape.value(at: currentIndex, as: type, record)
    currentIndex += 1
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try requireNext(type)
    let value = try record.tape.value(at: currentIndex, as: type, record)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try requireNext([String: Any].self)
    let container: KeyedDecodingContainer<NestedKey> =
      try record.view(of: currentIndex).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try requireNext([Any].self)
    let container: any UnkeyedDecodingContainer =
      try record.view(of: currentIndex).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    try requireNext((any Decoder).self)
    currentIndex += 1
    return try record.view(of: currentIndex - 1)
  }

  private func requireNext(_ type: any Any.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type,
      record.context(at: PathKey(index: currentIndex), "Unkeyed container is at end."))
  }
}
