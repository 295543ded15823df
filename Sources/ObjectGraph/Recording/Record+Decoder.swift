extension Record: Decoder {
  final func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let record = kind == .keyed ? self : try opened(as: .keyed, [String: Any].self)
    record.cursor = 0
    record.keyType = type
    return KeyedDecodingContainer(KeyedDecoding<Key>(record: record))
  }

  final func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let record = kind == .unkeyed ? self : try opened(as: .unkeyed, [Any].self)
    return UnkeyedDecoding(record: record)
  }

  final func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueDecoding(record: self)
  }

  /// The record of the value that this one merely wraps, if it is of the wanted kind.
  private func opened(as wanted: Kind, _ type: any Any.Type) throws -> Record {
    if kind == .empty, wanted == .keyed { return self }
    guard kind == .single, isFilled(0) else { throw mismatch(type, found: "\(kind)") }
    if storage.slots[0].plan === session.nilPlan {
      throw DecodingError.valueNotFound(
        type, context("Cannot get \(wanted) decoding container -- found null value instead"))
    }
    if let plan = storage.slots[0].plan, plan.isPrimitive {
      throw mismatch(type, found: "\(plan.valueType)")
    }
    let inner = try open(0)
    return inner.kind == wanted ? inner : try inner.opened(as: wanted, type)
  }

  /// The error of a value that is something else than `type`.
  final func mismatch(_ type: any Any.Type, found: String) -> DecodingError {
    .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead."))
  }

  /// A context for an error of this value.
  final func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }

  /// A context for an error under `key`.
  final func context(at key: any CodingKey, _ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath + [key], debugDescription: description)
  }
}
