internal import Foundation

/// A value that is digested without its coding: a standard type without contents of its own.
///
/// Values that a comparison of graphs takes for equal feed the same words.
protocol DigestedLeaf {
  func feed(_ builder: inout DigestBuilder)

  /// The class of the value among those of its type, for a search that looks for what is new.
  var sizeClass: UInt64 { get }
}

extension DigestedLeaf {
  var sizeClass: UInt64 { 0 }
}

extension Bool: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) { builder.add(self ? 1 : 0) }
  var sizeClass: UInt64 { self ? 1 : 0 }
}

extension String: DigestedLeaf {
  func feed(_ builder: inout DigestBuilder) {
    let isFed: Bool? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      guard unsafe bytes.allSatisfy({ $0 < 128 }) else { return false }
      unsafe builder.add(bytes: UnsafeRawBufferPointer(bytes))
      return true
    }
    if isFed == true { return }
    // `==` ignores how a character is composed.
    let bytes = Array(decomposedStringWithCanonicalMapping.utf8)
    unsafe bytes.withUnsafeBytes { unsafe builder.add(bytes: $0) }
  }
  var sizeClass: UInt64 { numberOfSize(utf8.count) }
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

/// How the values of one type are digested, found once per type and session.
///
/// `@safe`: to call one of its closures with an address is what has to be marked.
@safe final class Digestion {
  typealias Feed = (UnsafeRawPointer, inout DigestBuilder) -> Void

  /// The digest of the name of the type.
  let name: GraphFingerprint
  /// The name without the module.
  let shortName: String
  /// Whether the values are back references.
  let isReference: Bool
  /// Digests a value; nil if it has contents.
  let feed: Feed?
  private var knownIsEnum: Bool?

  /// The class of a value; nil if it has contents.
  let sizeClass: ((UnsafeRawPointer) -> UInt64)?

  init(_ type: any Any.Type) {
    name = DigestBuilder.digest(of: Self.stableName(of: type))
    shortName = String(describing: type)
    isReference = type is any GraphReference.Type
    guard let leaf = type as? any DigestedLeaf.Type else {
      unsafe (feed, sizeClass) = (nil, nil)
      return
    }
    unsafe feed = Self.feed(of: leaf)
    unsafe sizeClass = Self.sizeClass(of: leaf)
  }

  /// Whether the type of a value is an enum.
  func isEnum(_ value: @autoclosure () -> Any) -> Bool {
    if let knownIsEnum { return knownIsEnum }
    let isEnum = Mirror(reflecting: value()).displayStyle == .enum
    knownIsEnum = isEnum
    return isEnum
  }

  private static func feed<Leaf: DigestedLeaf>(of type: Leaf.Type) -> Feed {
    { value, builder in unsafe value.assumingMemoryBound(to: Leaf.self).pointee.feed(&builder) }
  }

  private static func sizeClass<Leaf: DigestedLeaf>(
    of type: Leaf.Type
  ) -> (UnsafeRawPointer) -> UInt64 {
    { value in unsafe value.assumingMemoryBound(to: Leaf.self).pointee.sizeClass }
  }

  /// The full name of a type, without the addresses that stand in the names of private types.
  static func stableName(of type: any Any.Type) -> String {
    // The module has another name where Foundation is not part of the system.
    let name = String(reflecting: type)
      .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation.")
    guard name.contains("(unknown context at") else { return name }
    return name.split(separator: "(unknown context at $", omittingEmptySubsequences: false)
      .enumerated().map { index, part in
        index == 0 ? part : part.drop { $0 != ")" }.dropFirst()
      }.joined()
  }
}
