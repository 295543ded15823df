extension Record: Decoder {
  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard unsafe tape.pointee.kind == .keyed else {
      return try opened(as: .keyed, [String: Any].self).keyedContainer(type)
    }
    return keyedContainer(type)
  }

  @inline(__always)
  private func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    unsafe tape.pointee.cursor = 0
    unsafe tape.pointee.keyType = type
    return unsafe tape.pointee.layout.pointee.maker(type).decoding(self)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let record = unsafe tape.pointee.kind == .unkeyed ? self : try opened(as: .unkeyed, [Any].self)
    return UnkeyedDecoding(record: record)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }

  /// The record of the value that this one wraps, if it is of the wanted kind.
  private func opened(as wanted: Tape.Kind, _ type: any Any.Type) throws -> Record {
    let kind = unsafe tape.pointee.kind
    if kind == .empty, wanted == .keyed { return self }
    guard kind == .single else { throw mismatch(type, found: "\(kind)") }
    switch try innermost(at: 0) {
    case .null:
      throw DecodingError.valueNotFound(
        type, context("Cannot get \(wanted) decoding container -- found null value instead"))
    case .scalar(let slot), .object(_, let slot):
      throw mismatch(type, found: unsafe "\(slot.typePlan.valueType)")
    case .contents(let inner):
      let kind = unsafe inner.tape.pointee.kind
      if kind == wanted || kind == .empty && wanted == .keyed { return inner }
      throw mismatch(type, found: "\(kind)")
    }
  }

  // MARK: Values

  /// A copy of the value in the slot at `index`.
  @inline(__always)
  func value<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value {
    let slot = unsafe tape.pointee.storage.slots[index]
    guard slot.typeID == ObjectIdentifier(type) else {
      return try convertedValue(at: index, to: type)
    }
    let place = unsafe slot.value.assumingMemoryBound(to: type)
    if slot.isReady { return unsafe place.pointee }
    if unsafe tape.pointee.isNested {
      enter(index)
    } else {
      unsafe tape.pointee.current = index
      unsafe tape.pointee.path.pointee.truncate(to: tape.pointee.depth)
    }
    let plan = unsafe unsafeDowncast(slot.typePlan, to: TypedPlan<Value>.self)
    return try unsafe plan.plan.copy(place, session)
  }

  /// A copy of the value in the slot at `index`, or nil if it is nil.
  @inline(__always)
  func valueIfPresent<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value? {
    if unsafe tape.pointee.storage.slots[index].typeID != ObjectIdentifier(type),
      try isNil(at: index)
    {
      return nil
    }
    return try value(at: index, as: type)
  }

  /// The single value that was encoded, or this whole record decoded as `type`.
  func singleValue<Value: Decodable>(as type: Value.Type) throws -> Value {
    if unsafe tape.pointee.kind == .single { return try value(at: 0, as: type) }
    return try convertedValue(at: nil, to: type)
  }

  /// The decoder of a `super` value that was not encoded: it holds nil.
  func missing(_ key: any CodingKey) -> Record {
    let record = session.strayRecord()
    record.fixedPath = codingPath + [key]
    unsafe record.tape.pointee.kind = .single
    record.store(NilMarker(), at: 0, plan: session.nilPlan)
    return record
  }

  // MARK: Errors

  func mismatch(_ type: any Any.Type, found: String) -> DecodingError {
    .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead."))
  }

  func context(
    _ description: String, at key: (any CodingKey)? = nil
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath + [key].compactMap(\.self), debugDescription: description)
  }
}

extension Record: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    (try? holdsNil()) ?? false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try singleValue(as: type)
  }
}

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol, RecordContainer {
  let record: Record

  @inline(__always)
  private var tape: UnsafeMutablePointer<Tape> { unsafe record.tape }

  var codingPath: [any CodingKey] { record.codingPath }

  var allKeys: [Key] {
    let layout = unsafe tape.pointee.layout
    let slots = unsafe 0..<tape.pointee.storage.count
    let first = slots.first { unsafe tape.pointee.storage.isFilled($0) }
    let last = slots.last { unsafe tape.pointee.storage.isFilled($0) }
    if let first, first == last { return unsafe layout.pointee.entries[first].keys(Key.self) }
    return slots.filter { unsafe tape.pointee.storage.isFilled($0) }
      .compactMap { unsafe Key(stringValue: layout.pointee.entries[$0].key) }
  }

  func contains(_ key: Key) -> Bool {
    unsafe tape.pointee.slotForReading(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try record.isNil(at: slot(for: key))
  }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try record.value(at: slot(for: key), as: type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let slot = unsafe tape.pointee.slotForReading(key) else { return nil }
    return try record.valueIfPresent(at: slot, as: type)
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
    try superDecoder(named: PathKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(named: key)
  }

  private func superDecoder(named key: some CodingKey) throws -> any Decoder {
    guard let slot = unsafe tape.pointee.slotForReading(key) else { return record.missing(key) }
    return try record.view(of: slot)
  }

  @inline(__always)
  private func slot(for key: Key) throws -> Int {
    guard let slot = unsafe tape.pointee.slotForReading(key) else { throw notFound(key) }
    return slot
  }

  private func notFound(_ key: Key) -> DecodingError {
    .keyNotFound(key, record.context("No value associated with key \(key)."))
  }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let record: Record
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { record.codingPath }

  var count: Int? { unsafe record.tape.pointee.storage.count }

  var isAtEnd: Bool { unsafe currentIndex >= record.tape.pointee.storage.count }

  mutating func decodeNil() throws -> Bool {
    try requireNext(Any?.self)
    guard try record.isNil(at: currentIndex) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.value(at: $1, as: type) }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    return try next(type) { try $0.valueIfPresent(at: $1, as: type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next([String: Any].self) { try $0.view(of: $1).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.view(of: $1).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { try $0.view(of: $1) }
  }

  /// Reads the next element, and moves on unless `read` throws.
  @inline(__always)
  private mutating func next<Result>(
    _ type: any Any.Type, _ read: (Record, Int) throws -> Result
  ) throws -> Result {
    try requireNext(type)
    let result = try read(record, currentIndex)
    currentIndex += 1
    return result
  }

  private func requireNext(_ type: any Any.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type, record.context("Unkeyed container is at end.", at: PathKey(index: currentIndex)))
  }
}

// Written out, because the default implementations for 128 bits throw.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Record {
  func decode(_ type: Int128.Type) throws -> Int128 { try singleValue(as: type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try singleValue(as: type) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyedDecoding {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try record.value(at: slot(for: key), as: type)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try record.value(at: slot(for: key), as: type)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UnkeyedDecoding {
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.value(at: $1, as: type) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.value(at: $1, as: type) }
  }
}
