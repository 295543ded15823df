internal import Foundation

/// A standard type without contents of its own, which is compared and digested as a whole, without its
/// coding; or a container of such values.
///
/// An app's own type is none: its `==` may ignore a part of the value. Values that are the same feed the
/// same words to a digest, and values that are not feed others.
protocol Leaf: Hashable, ComparedInPlace {
  /// Whether two values are the same exactly if they are equal by `==`.
  static var isExact: Bool { get }

  func isSame(as other: Self) -> Bool

  func feed(_ builder: inout DigestBuilder)

  // A requirement, so that each type has its own: it is called without the type's metadata.
  static func feed(_ value: UnsafeRawPointer, _ builder: inout DigestBuilder)
}

/// A type whose values are compared in place, without casts.
protocol ComparedInPlace {
  /// Whether two values that are not the same have contents, in which the difference lies.
  static var hasContents: Bool { get }

  /// Whether the values at two addresses are the same.
  static func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
}

extension Leaf {
  static var isExact: Bool { true }
  static var hasContents: Bool { false }

  func isSame(as other: Self) -> Bool { self == other }

  static func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe old.assumingMemoryBound(to: Self.self).pointee
      .isSame(as: new.assumingMemoryBound(to: Self.self).pointee)
  }

  /// Digests the value of this type at an address.
  static func feed(_ value: UnsafeRawPointer, _ builder: inout DigestBuilder) {
    unsafe value.assumingMemoryBound(to: Self.self).pointee.feed(&builder)
  }
}

/// Whether two values of one type are the same; nil where their contents decide.
///
/// The types decide what is compared how: a cast of a value looks into optionals.
func areSameLeaves(_ old: Any, _ new: Any) -> Bool? {
  func compare<Value: Leaf>(_ type: Value.Type) -> Bool? {
    guard let old = old as? Value, let new = new as? Value else { return nil }
    return old.isSame(as: new) ? true : type.hasContents ? nil : false
  }
  let type = type(of: old)
  guard type == Swift.type(of: new), let type = type as? any Leaf.Type else { return nil }
  return compare(type)
}

// MARK: Values

extension Bool: Leaf {
  func feed(_ builder: inout DigestBuilder) { builder.add(self ? 1 : 0) }
}

extension String: Leaf {
  func feed(_ builder: inout DigestBuilder) {
    let isFed: Bool? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      guard unsafe bytes.reduce(0, |) < 0x80 else { return false }
      unsafe builder.add(bytes: UnsafeRawBufferPointer(bytes))
      return true
    }
    if isFed == true { return }
    // `==` ignores how a character is composed.
    let bytes = Array(decomposedStringWithCanonicalMapping.utf8)
    unsafe bytes.withUnsafeBytes { unsafe builder.add(bytes: $0) }
  }
}

extension Leaf where Self: FixedWidthInteger {
  func feed(_ builder: inout DigestBuilder) {
    builder.add(UInt64(truncatingIfNeeded: self))
    if Self.bitWidth > 64 { builder.add(UInt64(truncatingIfNeeded: self >> 64)) }
  }
}

/// All NaN values are the same, and zeros have a sign.
extension Double: Leaf {
  static var isExact: Bool { false }
  func isSame(as other: Double) -> Bool {
    bitPattern == other.bitPattern || isNaN && other.isNaN
  }
  func feed(_ builder: inout DigestBuilder) {
    builder.add((isNaN ? Double.nan : self).bitPattern)
  }
}

extension Float: Leaf {
  static var isExact: Bool { false }
  func isSame(as other: Float) -> Bool { Double(self).isSame(as: Double(other)) }
  func feed(_ builder: inout DigestBuilder) { Double(self).feed(&builder) }
}

extension Date: Leaf {
  static var isExact: Bool { false }
  func isSame(as other: Date) -> Bool { seconds.isSame(as: other.seconds) }
  func feed(_ builder: inout DigestBuilder) { seconds.feed(&builder) }
  private var seconds: Double { timeIntervalSinceReferenceDate + 0 }  // -0 becomes 0
}

extension UUID: Leaf {
  func feed(_ builder: inout DigestBuilder) {
    unsafe withUnsafeBytes(of: uuid) { unsafe builder.add(bytes: $0) }
  }
}

extension Data: Leaf {
  func feed(_ builder: inout DigestBuilder) {
    unsafe withUnsafeBytes { unsafe builder.add(bytes: $0) }
  }
}

extension URL: Leaf {
  func feed(_ builder: inout DigestBuilder) {
    relativeString.feed(&builder)
    (baseURL?.absoluteString ?? "").feed(&builder)
  }
}

extension Decimal: Leaf {
  func feed(_ builder: inout DigestBuilder) {
    var compact = self
    unsafe NSDecimalCompact(&compact)
    compact.description.feed(&builder)
  }
}

// MARK: Containers

extension Optional: ComparedInPlace, Leaf where Wrapped: Leaf {
  static var isExact: Bool { Wrapped.isExact }
  static var hasContents: Bool { true }
  func isSame(as other: Wrapped?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.isSame(as: other)
  }
  func feed(_ builder: inout DigestBuilder) {
    builder.add(self == nil ? 0 : 1)
    self?.feed(&builder)
  }
}

extension Array: ComparedInPlace, Leaf where Element: Leaf {
  static var isExact: Bool { Element.isExact }
  static var hasContents: Bool { true }
  func isSame(as other: [Element]) -> Bool {
    Element.isExact ? self == other : elementsEqual(other) { $0.isSame(as: $1) }
  }
  func feed(_ builder: inout DigestBuilder) {
    builder.add(UInt64(count))
    for element in self { element.feed(&builder) }
  }
}

extension Set: ComparedInPlace, Leaf where Element: Leaf {
  static var isExact: Bool { Element.isExact }
  static var hasContents: Bool { true }
  func isSame(as other: Set<Element>) -> Bool { Element.isExact && self == other }
  func feed(_ builder: inout DigestBuilder) {
    var sum = DigestSum()
    for element in self {
      var member = DigestBuilder()
      element.feed(&member)
      sum.add(member.finished())
    }
    sum.feed(&builder)
  }
}

/// Not digested as a whole, because a fingerprint may leave out some of the keys.
extension Dictionary: ComparedInPlace where Key: Leaf, Value: Leaf {
  static var hasContents: Bool { true }

  static func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    unsafe Key.isExact && Value.isExact
      && old.assumingMemoryBound(to: Self.self).pointee
        == new.assumingMemoryBound(to: Self.self).pointee
  }
}

/// Digests of members without an order.
struct DigestSum {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  private var count: UInt64 = 0

  mutating func add(_ digest: GraphFingerprint) {
    high &+= digest.high
    low &+= digest.low
    count += 1
  }

  func feed(_ builder: inout DigestBuilder) {
    builder.add(count)
    builder.add(high)
    builder.add(low)
  }
}
