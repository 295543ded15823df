internal import Foundation

/// A standard type whose `==` detects every difference.
///
/// The `==` of an app's own type may ignore a part of the value, so comparison does not use it.
///
/// Of Float, Double and Date, two NaN values are equal here, so ``QuickComparison`` treats them apart.
protocol ExactlyEquatable: Hashable, ExactlyComparable {}

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
extension Data: ExactlyEquatable {}
extension UUID: ExactlyEquatable {}
extension URL: ExactlyEquatable {}
extension Decimal: ExactlyEquatable {}

/// A container of such values: equal containers have equal elements, in unequal ones the elements
/// are compared.
protocol ExactlyEquatableContainer: Hashable, ExactlyComparable {}

extension Array: ExactlyComparable, ExactlyEquatableContainer where Element: ExactlyEquatable {}
extension Optional: ExactlyComparable, ExactlyEquatableContainer where Wrapped: ExactlyEquatable {}
extension Set: ExactlyComparable, ExactlyEquatableContainer where Element: ExactlyEquatable {}
extension Dictionary: ExactlyComparable, ExactlyEquatableContainer
where Key: ExactlyEquatable, Value: ExactlyEquatable {}

/// A type whose values are compared in place, without casts.
protocol ExactlyComparable {
  /// Whether the values at two addresses have no difference.
  static func areExactlyEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
}

extension ExactlyComparable where Self: Equatable {
  static func areExactlyEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe old.assumingMemoryBound(to: Self.self).pointee
      == new.assumingMemoryBound(to: Self.self).pointee
  }
}

extension ExactlyComparable {
  fileprivate static func areSameNumbers(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe FloatingPoint64(old.assumingMemoryBound(to: Self.self).pointee)
      == FloatingPoint64(new.assumingMemoryBound(to: Self.self).pointee)
  }
}

extension Double: ExactlyComparable {
  static func areExactlyEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe areSameNumbers(old, new)
  }
}

extension Float: ExactlyComparable {
  static func areExactlyEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe areSameNumbers(old, new)
  }
}

extension Date: ExactlyComparable {
  static func areExactlyEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe areSameNumbers(old, new)
  }
}

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
    } else if let old = FloatingPoint64(old), let new = FloatingPoint64(new) {
      self = old == new ? .equal : .different
    } else {
      self = .unknown
    }
  }
}

/// A Double, a Float or a Date, of which two NaN values are equal and zeros have a sign.
private struct FloatingPoint64: Hashable {
  private let bits: UInt64

  init?<Value>(_ value: Value) {
    switch value {
    case let value as Double: self.init(value)
    case let value as Float: self.init(Double(value))
    case let value as Date: self.init(value.timeIntervalSinceReferenceDate + 0)  // -0 becomes 0
    default: return nil
    }
  }

  private init(_ value: Double) {
    bits = (value.isNaN ? Double.nan : value).bitPattern
  }
}

/// The hash of a value without contents of its own: a number, a string, or a container of those.
///
/// Values that compare equal have equal hashes. Nil if the value has contents to compare.
func hashOfLeaf<Value>(_ value: Value) -> Int? {
  if let value = value as? any ExactlyEquatable { return value.hashValue }
  if let value = value as? any ExactlyEquatableContainer { return value.hashValue }
  return FloatingPoint64(value)?.hashValue
}

extension Equatable {
  /// Whether `other` is of this type and equal.
  func isExactly(_ other: Any) -> Bool {
    (other as? Self) == self
  }
}

/// Describes a value; on some platforms the description of a date that is no number is a trap.
func safeDescription(of value: Any) -> String {
  if let date = value as? Date, !isDescribable(date) {
    return "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
  }
  return canBeDescribed(value) ? String(describing: value) : "a value of \(type(of: value))"
}

/// Whether the description of a value contains no date that cannot be described.
private func canBeDescribed(_ value: Any) -> Bool {
  var values = [value]
  // What a description shows of the first values decides; a longer text is cut anyway.
  var limit = 10_000
  while let value = values.popLast(), limit > 0 {
    limit -= 1
    if let date = value as? Date {
      if !isDescribable(date) { return false }
      continue
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle != .class { values += mirror.children.map(\.value) }
  }
  return true
}

private func isDescribable(_ date: Date) -> Bool {
  abs(date.timeIntervalSinceReferenceDate) <= 1e11
}
