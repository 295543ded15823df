/// The keyed container that reads from a record.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol, RecordContainer {
  let record: Record

  @inline(__always)
  var tape: UnsafeMutablePointer<Tape> { record.tape }

  var codingPath: [any CodingKey] { record.codingPath }

  var allKeys: [Key] {
    let storage = tape.pointee.storage
    var filled = 0
    var last = 0
    for index in 0..<storage.count where storage.isFilled(index) {
      filled += 1
      last = index
    }
    if filled == 1 { return tape.pointee.layout.pointee.entries[last].keys(Key.self) }
    var keys: [Key] = []
    keys.reserveCapacity(filled)
    for index in 0..<storage.count where storage.isFilled(index) {
      let name = tape.pointee.layout.pointee.entries[index].key
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    tape.pointee.slotForReading(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try record.isNil(at: slot(for: key))
  }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let slot = tape.pointee.slotForReading(key) else { throw notFound(key) }
    return try tape.value(at: slot, as: type, record)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let slot = tape.pointee.slotForReading(key) else { return nil }
    return try tape.valueIfPresent(at: slot, as: type, record)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try tape.value(at: slot(for: key), as: type, record)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try tape.value(at: slot(for: key), as: type, record)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try record.view(of: slot(for: key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try record.view(of: slot(for: key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let slot = tape.pointee.slotForReading(PathKey.super) else {
      return record.missing(PathKey.super)
    }
    return try record.view(of: slot)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let slot = tape.pointee.slotForReading(key) else {
      return record.missing(key)
    }
    return try record.view(of: slot)
  }

  private func slot(for key: Key) throws -> Int {
    guard let slot = tape.pointee.slotForReading(key) else { throw notFound(key) }
    return slot
  }

  private func notFound(_ key: Key) -> DecodingError {
    .keyNotFound(key, record.context("No value associated with key \(key)."))
  }
}
