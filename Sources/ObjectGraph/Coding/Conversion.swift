internal import Foundation

/// Standard types that are found by their identity.
///
/// The first cast of a type to a protocol searches all conformances of the program, so the first copy
/// in a process would spend most of its time on these.
enum StandardTypes {
  /// The types at which coding ends: a number, a string or a Boolean.
  static let primitives: Set<ObjectIdentifier> = {
    var types: [any Any.Type] = [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      types += [Int128.self, UInt128.self]
    }
    return Set(types.map { ObjectIdentifier($0) })
  }()

  /// The types that convert as a whole: `JSONEncoder` writes them as one number, string or Boolean.
  static let scalars = primitives.union(
    [ObjectIdentifier(URL.self), ObjectIdentifier(Data.self), ObjectIdentifier(Decimal.self)])

  /// The types whose plain copy is a deep copy; all of them are ``CopiedByValue``.
  static let copiedByValue = scalars.union([
    ObjectIdentifier(Date.self), ObjectIdentifier(UUID.self),
  ])
}

/// Converts scalars that are encoded as one type and decoded as another, as `JSONEncoder` and
/// `JSONDecoder` do with their default strategies.
private struct Conversion {
  let type: any Any.Type
  let path: () -> [any CodingKey]

  /// `value` as the type, which differs from its own.
  func converted(_ value: Any) throws -> Any {
    switch type {
    case is String.Type: return try text(of: value)
    case is URL.Type:
      guard let url = URL(string: try text(of: value)) else {
        throw corrupted("Invalid URL string.")
      }
      return url
    case is Data.Type:
      guard let data = Data(base64Encoded: try text(of: value)) else {
        throw corrupted("Encountered Data is not valid Base64.")
      }
      return data
    default: return try number(value)
    }
  }

  /// The string that JSON contains for `value`.
  private func text(of value: Any) throws -> String {
    switch value {
    case let text as String: return text
    case let url as URL: return url.absoluteString
    case let data as Data: return data.base64EncodedString()
    default: throw mismatch(value)
    }
  }

  // MARK: Numbers

  private func number(_ value: Any) throws -> Any {
    guard value is any Numeric, type is any Numeric.Type else { throw mismatch(value) }
    let floating = value as? any BinaryFloatingPoint
    let number: Any? =
      if let floating, let type = type as? any BinaryInteger.Type {
        Self.exactly(floating, type)
      } else if type == Decimal.self {
        floating?.isFinite == false ? nil : Decimal(string: "\(value)")
      } else {
        parsed(value)
      }
    if let number { return number }
    throw corrupted("Number <\(value)> does not fit in \(type).")
  }

  private static func exactly<Target: BinaryInteger>(
    _ value: some BinaryFloatingPoint, _ type: Target.Type
  ) -> Any? {
    Target(exactly: value)
  }

  /// The nearest number to the shortest text of `value`: 0.1 of a `Float` is 0.1 as a `Double`.
  private func parsed(_ value: Any) -> Any? {
    var text = "\(value)"
    if var decimal = value as? Decimal {
      unsafe NSDecimalCompact(&decimal)
      text = decimal.description
    }
    let number = (type as? any LosslessStringConvertible.Type)?.init(text)
    // A number that does not fit is infinite.
    let isTooLarge = Self.isInfinite(number) && !Self.isInfinite(value)
    return isTooLarge ? nil : number
  }

  private static func isInfinite(_ value: Any?) -> Bool {
    (value as? any BinaryFloatingPoint)?.isInfinite == true
  }

  // MARK: Errors

  func mismatch(_ value: Any) -> DecodingError {
    mismatch(found: "\(Swift.type(of: value))")
  }

  func mismatch(found: String) -> DecodingError {
    .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead."))
  }

  func notFound() -> DecodingError {
    .valueNotFound(type, context("Cannot get value of type \(type) -- found null value instead"))
  }

  private func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(context(description))
  }

  private func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: path(), debugDescription: description)
  }
}

extension Record {
  /// The value in the slot at `index` as a type other than the encoded one.
  func convertedValue<Value: Decodable>(at index: Int, to type: Value.Type) throws -> Value {
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    enter(index)
    if StandardTypes.scalars.contains(ObjectIdentifier(type)) {
      guard let value = try scalar(at: index, as: type) as? Value else {
        preconditionFailure("A conversion to \(type) made another type.")
      }
      return value
    }
    let slot = unsafe tape.pointee.storage.slots[index]
    let object = unsafe slot.holdsRecord ? nil : slot.anyPlan.object(slot.value)
    return try session.convert(object, to: type) {
      if slot.holdsRecord { return try Value(from: nested(at: index)) }
      if type is AnyClass { return try instance(at: index, of: type) }
      return try Value(from: view(of: index))
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
  // Not generic: its code would be in an app once for each type.
  private func scalar(at index: Int, as type: any Any.Type) throws -> Any {
    let conversion = conversion(at: index, to: type)
    switch try innermost(at: index) {
    case .null:
      // For this type alone `JSONDecoder` reports a wrong type.
      throw type == Bool.self ? conversion.mismatch(found: "null") : conversion.notFound()
    case .scalar(let slot), .object(_, let slot):
      let value = unsafe slot.anyPlan.any(slot.value)
      return slot.typeID == ObjectIdentifier(type) ? value : try conversion.converted(value)
    case .contents(let inner): throw conversion.mismatch(found: unsafe "\(inner.tape.pointee.kind)")
    }
  }

  private func conversion(at index: Int, to type: any Any.Type) -> Conversion {
    Conversion(type: type) { [self] in
      unsafe codingPath + (tape.pointee.key(at: index).map { [$0] } ?? [])
    }
  }
}
