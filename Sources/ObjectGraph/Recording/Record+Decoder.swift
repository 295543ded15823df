extension Record: Decoder {
  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard tape.pointee.kind == .keyed else {
      let inner = try opened(as: .keyed, [String: Any].self)
      return inner.keyedContainer(type)
    }
    return keyedContainer(type)
  }

  @inline(__always)
  private func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    tape.pointee.cursor = 0
    tape.pointee.keyType = type
    return tape.pointee.layout.pointee.makers.decoding(type).container(self)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let record = tape.pointee.kind == .unkeyed ? self : try opened(as: .unkeyed, [Any].self)
    return UnkeyedDecoding(record: record)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueDecoding(record: self)
  }

  /// The record of the value that this one merely wraps, if it is of the wanted kind.
  private func opened(as wanted: Tape.Kind, _ type: any Any.Type) throws -> Record {
    let kind = tape.pointee.kind
    if kind == .empty, wanted == .keyed { return self }
    guard kind == .single, tape.pointee.storage.isFilled(0) else {
      throw mismatch(type, found: "\(kind)")
    }
    let slot = tape.pointee.storage.slots[0]
    if slot.typeID == session.nilTypeID {
      throw DecodingError.valueNotFound(
        type, context("Cannot get \(wanted) decoding container -- found null value instead"))
    }
    let plan = slot.plan.takeUnretainedValue()
    if plan.isPrimitive { throw mismatch(type, found: "\(plan.valueType)") }
    let inner = try open(0)
    return inner.tape.pointee.kind == wanted ? inner : try inner.opened(as: wanted, type)
  }

  /// The error of a value that is something else than `type`.
  func mismatch(_ type: any Any.Type, found: String) -> DecodingError {
    .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead."))
  }

  /// A context for an error of this value.
  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }

  /// A context for an error under `key`.
  func context(at key: any CodingKey, _ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath + [key], debugDescription: description)
  }
}
