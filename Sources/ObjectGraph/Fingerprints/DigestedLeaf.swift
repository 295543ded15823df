internal import Foundation

/// A value that is digested without its coding: a standard type without contents of its own.
///
/// Values that a comparison of graphs takes for equal feed the same words.
protocol DigestedLeaf {
  func feed(_ builder: inout DigestBuilder)

  /// The class of the value among those of its type, for a search that looks for what is new.
  var sizeClass: UInt64 { get }

  // Requirements, so that each type has its own: they are called without the type's metadata.
  static func feed(_ value: UnsafeRawPointer, _ builder: inout DigestBuilder)
  static func sizeClass(of value: UnsafeRawPointer) -> UInt64
}

extension DigestedLeaf {
  var sizeClass: UInt64 { 0 }

  /// Digests the value of this type at an address.
  static func feed(_ value: UnsafeRawPointer, _ builder: inout DigestBuilder) {
    unsafe value.assumingMemoryBound(to: Self.self).pointee.feed(&builder)
  }

  /// The class of the value of this type at an address.
  static func sizeClass(of value: UnsafeRawPointer) -> UInt64 {
    unsafe value.assumingMemoryBound(to: Self.self).pointee.sizeClass
  }
}

extension Bool: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) { builder.add(self ? 1 : 0) }
  var sizeClass: UInt64 { self ? 1 : 0 }
}

extension String: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    let isFed: Bool? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard unsafe bytes.isASCII else { return false }
      unsafe builder.add(bytes: bytes)
      return true
    }
    if isFed == true { return }
    // `==` ignores how a character is composed.
    let bytes = Array(decomposedStringWithCanonicalMapping.utf8)
    unsafe bytes.withUnsafeBytes { unsafe builder.add(bytes: $0) }
  }
  var sizeClass: UInt64 { numberOfSize(utf8.count) }
}

extension UnsafeRawBufferPointer {
  fileprivate var isASCII: Bool {
    let end = count & ~7
    var all: UInt64 = 0
    for offset in stride(from: 0, to: end, by: 8) {
      unsafe all |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    for offset in end..<count { unsafe all |= UInt64(self[offset]) }
    return all & 0x8080_8080_8080_8080 == 0
  }
}

extension DigestedLeaf where Self: FixedWidthInteger {
  func feed(_ builder: inout DigestBuilder) {
    builder.add(UInt64(truncatingIfNeeded: self))
    if Self.bitWidth > 64 { builder.add(UInt64(truncatingIfNeeded: self >> 64)) }
  }

  var sizeClass: UInt64 {
    let size = numberOfSize(Int(clamping: self.magnitude))
    return self < 0 ? size | 1 << 32 : size
  }
}

/// The number of a class of sizes: 0, 1, 2, 3 to 4, 5 to 8, and so on.
func numberOfSize(_ count: Int) -> UInt64 {
  count < 2 ? UInt64(max(0, count)) : UInt64(Int.bitWidth - (count - 1).leadingZeroBitCount) + 1
}

extension Int: DigestedLeaf {}
extension Int8: DigestedLeaf {}
extension Int16: DigestedLeaf {}
extension Int32: DigestedLeaf {}
extension Int64: DigestedLeaf {}
extension UInt: DigestedLeaf {}
extension UInt8: DigestedLeaf {}
extension UInt16: DigestedLeaf {}
extension UInt32: DigestedLeaf {}
extension UInt64: DigestedLeaf {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DigestedLeaf {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DigestedLeaf {}

extension Double: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    builder.add((isNaN ? Double.nan : self).bitPattern)
  }
  var sizeClass: UInt64 {
    guard isFinite, self != 0 else { return isNaN ? 3 : self == 0 ? 0 : 2 }
    return UInt64(exponent + 2_048) << 1 | (self < 0 ? 1 : 0)
  }
}

extension Float: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) { Double(self).feed(&builder) }
  var sizeClass: UInt64 { Double(self).sizeClass }
}

extension Date: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    (timeIntervalSinceReferenceDate + 0).feed(&builder)  // -0 becomes 0
  }
}

extension UUID: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    unsafe withUnsafeBytes(of: uuid) { unsafe builder.add(bytes: $0) }
  }
}

extension Data: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    unsafe withUnsafeBytes { unsafe builder.add(bytes: $0) }
  }
  var sizeClass: UInt64 { numberOfSize(count) }
}

extension URL: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    relativeString.feed(&builder)
    (baseURL?.absoluteString ?? "").feed(&builder)
  }
}

extension Decimal: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    var compact = self
    unsafe NSDecimalCompact(&compact)
    compact.description.feed(&builder)
  }
}

extension Optional: DigestedLeaf where Wrapped: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    builder.add(self == nil ? 0 : 1)
    self?.feed(&builder)
  }
  var sizeClass: UInt64 { map { $0.sizeClass &* 2 &+ 1 } ?? 0 }
}

extension Array: DigestedLeaf where Element: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    builder.add(UInt64(count))
    for element in self { element.feed(&builder) }
  }
  var sizeClass: UInt64 { numberOfSize(count) }
}

extension Set: DigestedLeaf where Element: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    var sum = DigestSum()
    for element in self {
      var member = DigestBuilder()
      element.feed(&member)
      sum.add(member.finished())
    }
    sum.feed(&builder)
  }
  var sizeClass: UInt64 { numberOfSize(count) }
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
