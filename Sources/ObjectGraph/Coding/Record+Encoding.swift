extension Record: Encoder {
  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var record = self
    while record.fixedPath == nil, let parent = unsafe record.parent {
      if let key = unsafe parent.tape.pointee.key(at: record.slotInParent) { keys.append(key) }
      record = parent
    }
    if let fixedPath = record.fixedPath { return fixedPath + keys.reversed() }
    session.hasReadPath = true
    let path = unsafe session.path.pointee.codingPath(upTo: record.tape.pointee.depth - 1)
    return path + keys.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.keyed)
    unsafe tape.pointee.keyType = type
    return unsafe tape.pointee.layout.pointee.maker(type).encoding(self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.unkeyed)
    return ValueEncoding(record: self)
  }

  /// A container that has no effect until it is written, so that a value may leave it unused.
  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncoding(record: self, isSingle: true)
  }

  /// Stores `value` in the slot at `index`, most likely with the type that the layout expects at
  /// `position`.
  @inline(__always)
  func store<Value: Encodable>(_ value: Value, at index: Int, expectedAt position: Int) {
    let layout = unsafe tape.pointee.layout
    if unsafe position < layout.pointee.entries.count {
      let expected = unsafe layout.pointee.entries.elements + position
      if unsafe expected.pointee.typeID == ObjectIdentifier(Value.self),
        let plan = unsafe expected.pointee.plan
      {
        unsafe tape.pointee.storage.store(
          value, at: index, plan: plan, isByValue: expected.pointee.isByValue,
          needsEnd: expected.pointee.needsEnd)
        return
      }
    }
    storeAndLearn(value, at: index, expectedAt: position)
  }

  private func storeAndLearn<Value: Encodable>(
    _ value: Value, at index: Int, expectedAt position: Int
  ) {
    let plan = session.typePlan(for: Value.self)
    store(value, at: index, plan: plan)
    let layout = unsafe tape.pointee.layout
    if unsafe layout.pointee.use == .blank { return }
    if unsafe layout.pointee.entries.count == 0 { unsafe layout.pointee.append("") }
    let entry = unsafe layout.pointee.entries.elements + position
    unsafe entry.pointee.typeID = ObjectIdentifier(Value.self)
    unsafe entry.pointee.plan = Unmanaged.passUnretained(plan)
    unsafe entry.pointee.isByValue = plan.isByValue
    unsafe entry.pointee.needsEnd = plan.needsEnd
  }

  func store<Value>(_ value: Value, at index: Int, plan: TypePlan) {
    unsafe tape.pointee.storage.store(
      value, at: index, plan: Unmanaged.passUnretained(plan), isByValue: plan.isByValue,
      needsEnd: plan.needsEnd)
  }
}

/// The content of a slot for nil.
struct NilMarker: Encodable, CopiedByValue {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol, RecordContainer {
  let record: Record

  @inline(__always)
  private var tape: UnsafeMutablePointer<Tape> { unsafe record.tape }

  var codingPath: [any CodingKey] { record.codingPath }

  func encodeNil(forKey key: Key) throws {
    store(NilMarker(), key)
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    store(value, key)
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    value.borrowed { store($0, key) }
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
    nest(forKey: PathKey.super, replacing: true)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    nest(forKey: key, replacing: true)
  }

  @inline(__always)
  private func store<Value: Encodable>(_ value: Value, _ key: Key) {
    if unsafe tape.pointee.isSealed { return }
    let slot = slotForWriting(key)
    record.store(value, at: slot, expectedAt: slot)
  }

  private func nest(forKey key: some CodingKey, replacing: Bool = false) -> Record {
    guard unsafe !tape.pointee.isSealed else { return record.session.strayRecord() }
    return record.nest(at: slotForWriting(key), replacing: replacing)
  }

  /// The slot for `key`, most likely the next one.
  @inline(__always)
  private func slotForWriting(_ key: some CodingKey) -> Int {
    let layout = unsafe tape.pointee.layout
    let cursor = unsafe tape.pointee.cursor
    if unsafe cursor < layout.pointee.entries.count,
      unsafe layout.pointee.entries[cursor].isUnder(key)
    {
      unsafe tape.pointee.cursor = cursor + 1
      return cursor
    }
    return searchSlotForWriting(key)
  }

  private func searchSlotForWriting(_ key: some CodingKey) -> Int {
    let name = key.stringValue
    let cursor = unsafe tape.pointee.cursor
    if let known = unsafe tape.pointee.layout.pointee.position(of: name, from: cursor) {
      unsafe tape.pointee.cursor = known + 1
      return known
    }
    switch unsafe tape.pointee.layout.pointee.use {
    case .ofRecord: break
    // The keys of a type of one byte are few; others may be made from data.
    case .ofType where MemoryLayout.size(ofValue: key) <= 1: break
    case .ofType, .blank: record.use(record.layout.privateCopy())
    }
    unsafe tape.pointee.cursor = tape.pointee.layout.pointee.append(name) + 1
    return unsafe tape.pointee.cursor - 1
  }
}

/// The container of elements, or of a single value.
struct ValueEncoding: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let record: Record
  var isSingle = false

  var codingPath: [any CodingKey] { record.codingPath }

  var count: Int { unsafe record.tape.pointee.storage.count }

  func encodeNil() throws {
    store(NilMarker())
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    store(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    record.nest(at: count).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    record.nest(at: count).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    record.nest(at: count)
  }

  /// Stores `value` as the next element, or as the single value.
  func store(_ value: some Encodable) {
    if unsafe record.tape.pointee.isSealed { return }
    if isSingle { beginSingle() }
    record.store(value, at: isSingle ? 0 : count, expectedAt: 0)
  }

  // Not part of what is specialized for each type.
  @inline(never)
  private func beginSingle() {
    record.begin(.single)
    if count > 0 { record.noteMisuse("A value wrote to a single-value container twice.") }
  }
}

// Written out, because the default implementations for 128 bits throw.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension KeyedEncoding {
  func encode(_ value: Int128, forKey key: Key) throws { store(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { store(value, key) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueEncoding {
  func encode(_ value: Int128) throws { store(value) }
  func encode(_ value: UInt128) throws { store(value) }
}

extension Optional where Wrapped: ~Copyable {
  /// Calls `body` with the value, if there is one, without a copy of the optional.
  ///
  /// In generic code a copy of an optional searches the tables of the runtime for its type, which
  /// costs more than recording the value.
  @inline(__always)
  fileprivate borrowing func borrowed(_ body: (borrowing Wrapped) throws -> Void) rethrows {
    switch self {
    case .some(let value): try body(value)
    case .none: return
    }
  }
}
