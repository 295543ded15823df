internal import Foundation

/// A standard type whose `==` detects every difference.
///
/// The `==` of an app's own type may ignore a part of the value, so comparison does not use it.
protocol ExactlyEquatable: Equatable {}

extension Bool: ExactlyEquatable {}
extension String: ExactlyEquatable {}
extension Int: ExactlyEquatable {}
extension Int8: ExactlyEquatable {}
extension Int16: ExactlyEquatable {}
extension Int32: ExactlyEquatable {}
extension Int64: ExactlyEquatable {}
extension UInt: ExactlyEquatable {}
extension UInt8: ExactlyEquatable {}
extension UInt16: ExactlyEquatable {}
extension UInt32: ExactlyEquatable {}
extension UInt64: ExactlyEquatable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ExactlyEquatable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ExactlyEquatable {}
extension Date: ExactlyEquatable {}
extension Data: ExactlyEquatable {}
extension UUID: ExactlyEquatable {}
extension URL: ExactlyEquatable {}
extension Decimal: ExactlyEquatable {}

/// A container of such values: equal containers have equal elements, in unequal ones the elements
/// are compared.
protocol ExactlyEquatableContainer: Equatable {}

extension Array: ExactlyEquatableContainer where Element: ExactlyEquatable {}
extension Optional: ExactlyEquatableContainer where Wrapped: ExactlyEquatable {}
extension Set: ExactlyEquatableContainer where Element: ExactlyEquatable {}
extension Dictionary: ExactlyEquatableContainer
where Key: ExactlyEquatable, Value: ExactlyEquatable {}

/// The comparison of two values of one type without what they encode.
enum QuickComparison {
  case equal
  case different
  case unknown

  init<Value>(_ old: Value, _ new: Value) {
    if let old = old as? any ExactlyEquatable {
      self = old.isExactly(new) ? .equal : .different
    } else if let old = old as? any ExactlyEquatableContainer {
      self = old.isExactly(new) ? .equal : .unknown
    } else if let old = old as? Double, let new = new as? Double {
      self = old.bitPattern == new.bitPattern || (old.isNaN && new.isNaN) ? .equal : .different
    } else if let old = old as? Float, let new = new as? Float {
      self = old.bitPattern == new.bitPattern || (old.isNaN && new.isNaN) ? .equal : .different
    } else {
      self = .unknown
    }
  }
}

extension Equatable {
  /// Whether `other` is of this type and equal.
  func isExactly(_ other: Any) -> Bool {
    (other as? Self) == self
  }
}
