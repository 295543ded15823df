internal import Foundation

/// Standard types that are found by their identity, which is faster than a cast.
enum StandardTypes {
  /// The types of numbers and Booleans, at which coding ends.
  private static let numbers: Set<ObjectIdentifier> = {
    var types: [any Any.Type] = [
      Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      types += [Int128.self, UInt128.self]
    }
    return Set(types.map { ObjectIdentifier($0) })
  }()

  /// The types that convert as a whole: `JSONEncoder` writes them as one number, string or Boolean.
  static let scalars = numbers.union(
    [String.self, URL.self, Data.self, Decimal.self].map { ObjectIdentifier($0) })

  /// The types whose values need no deinitialization.
  static let trivial = numbers.union([Date.self, UUID.self].map { ObjectIdentifier($0) })

  /// The types with values of which plain copies are deep copies; all such types are ``CopiedByValue``.
  static let copiedByValue = scalars.union(trivial)
}

extension Record {
  /// The value in the slot at `index`, or this whole record, as a type other than the encoded one.
  func convertedValue<Value: Decodable>(at index: Int?, to type: Value.Type) throws -> Value {
    guard let value = try converted(at: index, to: type) as? Value else {
      preconditionFailure("A conversion made another type.")
    }
    return value
  }

  // Not generic: its code would be there once for each scalar type.
  private func converted(at index: Int?, to type: any Decodable.Type) throws -> Any {
    let isScalar = StandardTypes.scalars.contains(ObjectIdentifier(type))
    guard let index else {
      if isScalar { throw mismatch(type, found: unsafe "\(tape.pointee.kind)") }
      return try session.convert { try type.init(from: self) }
    }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    enter(index)
    if isScalar { return try scalar(at: index, as: type) }
    return try session.convert {
      if unsafe tape.pointee.storage.slots[index].holdsRecord {
        return try type.init(from: nested(at: index))
      }
      if type is AnyClass { return try instance(at: index, of: type) }
      return try type.init(from: view(of: index))
    }
  }

  /// An instance of the class `type`, from the identity map where the value is such an object.
  private func instance<Value: Decodable>(at index: Int, of type: Value.Type) throws -> Value {
    switch try innermost(at: index, endingAt: { $0 is Value }) {
    case .object(let object, _):
      if let type = type as? any Codable.Type, let copy = try copy(of: object, by: type) as? Value {
        return copy
      }
    case .contents(let inner): return try Value(from: inner)
    case .null, .scalar: break
    }
    return try Value(from: view(of: index))
  }

  /// The one copy of `object`, if it is an instance of the class.
  private func copy<Class: Codable>(of object: AnyObject, by type: Class.Type) throws -> Any? {
    guard let object = object as? Class else { return nil }
    return try unsafe withUnsafePointer(to: object) {
      try unsafe session.plan(for: type).copy($0, session)
    }
  }

  /// A number, string or Boolean of a type, from what the value encodes.
  private func scalar(at index: Int, as type: any Decodable.Type) throws -> Any {
    let key = unsafe tape.pointee.key(at: index)
    switch try innermost(at: index) {
    case .null: return try json(Int?.none, at: key, as: type)
    case .scalar(let slot), .object(_, let slot):
      let value = unsafe slot.anyPlan.any(slot.value)
      if slot.typeID == ObjectIdentifier(type) { return value }
      guard let value = value as? any Encodable else { preconditionFailure("It was encoded.") }
      return try json(value, at: key, as: type)
    case .contents(let inner):
      throw DecodingError.typeMismatch(
        type, unsafe context("Expected \(type) but found \(inner.tape.pointee.kind).", at: key))
    }
  }

  /// `value` as `JSONEncoder` and `JSONDecoder` convert it with their default strategies.
  private func json(
    _ value: any Encodable, at key: (any CodingKey)?, as type: any Decodable.Type
  ) throws -> Any {
    do {
      return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
    } catch DecodingError.typeMismatch(_, let inner) {
      throw DecodingError.typeMismatch(type, context(inner.debugDescription, at: key))
    } catch DecodingError.valueNotFound(_, let inner) {
      throw DecodingError.valueNotFound(type, context(inner.debugDescription, at: key))
    } catch {
      throw DecodingError.dataCorrupted(
        context("A value of \(Swift.type(of: value)) is no valid \(type).", at: key))
    }
  }
}
