/// A type at which coding ends: a number, a string or a truth value.
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

/// Numbers that are encoded as one type and decoded as another.
enum Conversion {
  /// `value` as a `Target`, as a JSON number would be read.
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
