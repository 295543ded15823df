/// A type at which coding ends: a number, a string or a Boolean.
protocol PrimitiveValue {}

extension Bool: PrimitiveValue {}
extension String: PrimitiveValue {}
extension Double: PrimitiveValue {}
extension Float: PrimitiveValue {}
extension Int: PrimitiveValue {}
extension Int8: PrimitiveValue {}
extension Int16: PrimitiveValue {}
extension Int32: PrimitiveValue {}
extension Int64: PrimitiveValue {}
extension UInt: PrimitiveValue {}
extension UInt8: PrimitiveValue {}
extension UInt16: PrimitiveValue {}
extension UInt32: PrimitiveValue {}
extension UInt64: PrimitiveValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: PrimitiveValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: PrimitiveValue {}

/// Converts numbers that are encoded as one type and decoded as another.
private enum Conversion {
  /// Converts `value` to a `Target`, by the rules for a JSON number.
  static func number<Target>(
    _ value: Any, to type: Target.Type, _ context: @autoclosure () -> DecodingError.Context
  ) throws -> Target {
    let converted: Any?
    if let integer = value as? any BinaryInteger {
      converted = from(integer, to: type)
    } else if let floating = value as? any BinaryFloatingPoint {
      converted = from(floating, to: type)
    } else {
      throw mismatch(value, type, context())
    }
    if let target = converted as? Target { return target }
    if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: context().codingPath,
          debugDescription: "Number <\(value)> does not fit in \(type)."))
    }
    throw mismatch(value, type, context())
  }

  private static func from(_ value: some BinaryInteger, to type: any Any.Type) -> Any? {
    if let type = type as? any BinaryInteger.Type { return exactly(value, type) }
    if let type = type as? any BinaryFloatingPoint.Type { return rounded(value, type) }
    return nil
  }

  private static func from(_ value: some BinaryFloatingPoint, to type: any Any.Type) -> Any? {
    if let type = type as? any BinaryInteger.Type { return whole(value, type) }
    if let type = type as? any BinaryFloatingPoint.Type { return resized(value, type) }
    return nil
  }

  private static func exactly<Target: BinaryInteger>(
    _ value: some BinaryInteger, _ type: Target.Type
  ) -> Any? {
    Target(exactly: value)
  }

  private static func whole<Target: BinaryInteger>(
    _ value: some BinaryFloatingPoint, _ type: Target.Type
  ) -> Any? {
    Target(exactly: value)
  }

  private static func rounded<Target: BinaryFloatingPoint>(
    _ value: some BinaryInteger, _ type: Target.Type
  ) -> Any? {
    let target = Target(value)
    return target.isFinite ? target : nil
  }

  private static func resized<Target: BinaryFloatingPoint>(
    _ value: some BinaryFloatingPoint, _ type: Target.Type
  ) -> Any? {
    let target = Target(value)
    return target.isFinite || !value.isFinite ? target : nil
  }

  private static func mismatch(
    _ value: Any, _ type: any Any.Type, _ context: DecodingError.Context
  ) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: context.codingPath,
        debugDescription:
          "Expected to decode \(type) but found \(Swift.type(of: value)) instead."))
  }
}

extension Record {
  /// The value in the slot at `index` as a type other than the encoded one.
  func convertedValue<Value: Decodable>(at index: Int, to type: Value.Type) throws -> Value {
    let slot = tape.pointee.storage.slots[index]
    if !slot.isFilled { throw valueNotFound(type, at: index) }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    enter(index)
    if slot.holdsRecord { return try Value(from: nested(at: index)) }
    if type is any PrimitiveValue.Type { return try primitive(at: index, as: type) }
    if type is AnyClass, let object = try instance(at: index, of: type) { return object }
    return try Value(from: view(of: index))
  }

  /// An instance of the class `type`, from the identity map where the value is such an object.
  private func instance<Value: Decodable>(at index: Int, of type: Value.Type) throws -> Value? {
    let slot = tape.pointee.storage.slots[index]
    if slot.typePlan.isPrimitive { return nil }
    if let object = slot.anyPlan.object(slot.value) {
      guard object is Value, slot.anyPlan.isCopyable else { return try Value(from: open(index)) }
      return try (slot.isCopy ? object : slot.anyPlan.copyObject(slot.value, session)) as? Value
    }
    let inner = try open(index)
    if try inner.holdsNil() { throw valueNotFound(type, at: index) }
    guard inner.tape.pointee.kind == .single else { return try Value(from: inner) }
    return try inner.value(at: 0, as: type)
  }

  /// A number, string or Boolean, from what the value encodes.
  private func primitive<Value: Decodable>(at index: Int, as type: Value.Type) throws -> Value {
    let slot = tape.pointee.storage.slots[index]
    if slot.isNilMarker { throw valueNotFound(type, at: index) }
    if slot.typePlan.isPrimitive {
      return try Conversion.number(slot.anyPlan.any(slot.value), to: type, context(at: index))
    }
    let inner = try open(index)
    guard inner.tape.pointee.kind == .single, inner.tape.pointee.storage.isFilled(0) else {
      throw DecodingError.typeMismatch(
        type,
        context(
          at: index, "Expected to decode \(type) but found \(slot.typePlan.valueType) instead."))
    }
    return try inner.value(at: 0, as: type)
  }

  private func valueNotFound(_ type: any Any.Type, at index: Int) -> DecodingError {
    .valueNotFound(
      type, context(at: index, "Cannot get value of type \(type) -- found null value instead"))
  }

  private func context(at index: Int, _ description: String = "") -> DecodingError.Context {
    let path = codingPath + (tape.pointee.key(at: index).map { [$0] } ?? [])
    return DecodingError.Context(codingPath: path, debugDescription: description)
  }
}
