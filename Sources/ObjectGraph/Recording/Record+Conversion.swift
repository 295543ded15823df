extension Record {
  /// The value in the slot at `index` as another type than the one that was encoded.
  func convertedValue<Value: Decodable>(at index: Int, to type: Value.Type) throws -> Value {
    let slot = tape.pointee.storage.slots[index]
    if slot.typeID == nil { throw valueNotFound(type, at: index) }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    enter(index)
    if slot.typeID == session.recordTypeID { return try Value(from: nested(at: index)) }
    if type is any PrimitiveValue.Type { return try primitive(at: index, as: type) }
    if type is AnyClass, let object = try instance(at: index, of: type) { return object }
    return try Value(from: view(of: index))
  }

  /// An instance of the class `type`, by way of the identity map where the value is one.
  private func instance<Value: Decodable>(
    at index: Int, of type: Value.Type
  ) throws -> Value? {
    let slot = tape.pointee.storage.slots[index]
    let plan = slot.plan.takeUnretainedValue()
    if plan.isPrimitive { return nil }
    if let object = plan.object(slot.value) {
      guard object is Value else { return try Value(from: open(index)) }
      return try (slot.isCopy ? object : plan.copyObject(object, session)) as? Value
    }
    let inner = try open(index)
    if try inner.holdsNil() { throw valueNotFound(type, at: index) }
    guard inner.tape.pointee.kind == .single else { return try Value(from: inner) }
    return try inner.tape.value(at: 0, as: type, inner)
  }

  /// A number, string or truth value, by way of what the value encodes itself as.
  private func primitive<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value {
    let slot = tape.pointee.storage.slots[index]
    if slot.typeID == session.nilTypeID { throw valueNotFound(type, at: index) }
    let plan = slot.plan.takeUnretainedValue()
    if plan.isPrimitive {
      return try Conversion.number(plan.any(slot.value), to: type, context(at: index))
    }
    let inner = try open(index)
    guard inner.tape.pointee.kind == .single, inner.tape.pointee.storage.isFilled(0) else {
      throw DecodingError.typeMismatch(
        type, context(at: index, "Expected to decode \(type) but found \(plan.valueType) instead."))
    }
    return try inner.tape.value(at: 0, as: type, inner)
  }

  /// The error of a value that is nil.
  func valueNotFound(_ type: any Any.Type, at index: Int) -> DecodingError {
    .valueNotFound(
      type, context(at: index, "Cannot get value of type \(type) -- found null value instead"))
  }

  /// A context for an error of the value at `index`.
  func context(at index: Int, _ description: String = "") -> DecodingError.Context {
    let path = codingPath + (tape.pointee.key(at: index).map { [$0] } ?? [])
    return DecodingError.Context(codingPath: path, debugDescription: description)
  }
}
