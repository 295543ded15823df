public import Foundation

/// A type whose values contain no mutable object: a graph and its copy share these values.
///
/// ```swift
/// struct Login: Codable, CopiedByValue {
///   var site: String
///   var user: String
/// }
/// ```
///
/// `Graph.copy` retains each value of such a type instead of encoding the value. So the time of a copy does not depend
/// on the length of an array of such values.
///
/// The protocol inherits from `Sendable`, so the compiler rejects most types that contain a mutable object. The
/// compiler misses three kinds of mutable objects: an object in a generic type whose `Sendable` conformance is
/// conditional, an object behind `@unchecked Sendable`, and an object whose class is isolated to an actor. In Swift 5
/// mode, the compiler at most warns about a mutable object. The original and the copy share each object that the
/// compiler misses; ``Graph/verifyCopy(of:ignoring:)`` reports such an object. Let a generic type conform only if its
/// parameters do: `extension Bag: CopiedByValue where Element: CopiedByValue {}`.
///
/// The standard value types conform, and so do the standard containers of elements that conform. A class can conform if
/// all its properties are constants; the original and the copy then share its instances. In Swift 5 mode, the compiler
/// only warns if a property of such a class is a variable.
public protocol CopiedByValue: Sendable {}

extension Bool: CopiedByValue {}
extension String: CopiedByValue {}
extension Substring: CopiedByValue {}
extension Character: CopiedByValue {}
extension Double: CopiedByValue {}
extension Float: CopiedByValue {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  @available(macOS 11, *)
  extension Float16: CopiedByValue {}
#endif
extension Int: CopiedByValue, Leaf {}
extension Int8: CopiedByValue, Leaf {}
extension Int16: CopiedByValue, Leaf {}
extension Int32: CopiedByValue, Leaf {}
extension Int64: CopiedByValue, Leaf {}
extension UInt: CopiedByValue, Leaf {}
extension UInt8: CopiedByValue, Leaf {}
extension UInt16: CopiedByValue, Leaf {}
extension UInt32: CopiedByValue, Leaf {}
extension UInt64: CopiedByValue, Leaf {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: CopiedByValue, Leaf {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: CopiedByValue, Leaf {}
extension Duration: CopiedByValue {}
extension Never: CopiedByValue {}

extension Optional: CopiedByValue where Wrapped: CopiedByValue {}
extension Array: CopiedByValue where Element: CopiedByValue {}
extension ArraySlice: CopiedByValue where Element: CopiedByValue {}
extension ContiguousArray: CopiedByValue where Element: CopiedByValue {}
extension CollectionOfOne: CopiedByValue where Element: CopiedByValue {}
extension Set: CopiedByValue where Element: CopiedByValue {}
extension Dictionary: CopiedByValue where Key: CopiedByValue, Value: CopiedByValue {}
extension Range: CopiedByValue where Bound: CopiedByValue {}
extension ClosedRange: CopiedByValue where Bound: CopiedByValue {}
extension PartialRangeFrom: CopiedByValue where Bound: CopiedByValue {}
extension PartialRangeThrough: CopiedByValue where Bound: CopiedByValue {}
extension PartialRangeUpTo: CopiedByValue where Bound: CopiedByValue {}
extension Result: CopiedByValue where Success: CopiedByValue, Failure: CopiedByValue {}

extension Date: CopiedByValue {}
extension DateComponents: CopiedByValue {}
extension DateInterval: CopiedByValue {}
extension Calendar: CopiedByValue {}
extension TimeZone: CopiedByValue {}
extension Locale: CopiedByValue {}
extension Data: CopiedByValue {}
extension Decimal: CopiedByValue {}
extension URL: CopiedByValue {}
extension URLComponents: CopiedByValue {}
extension URLQueryItem: CopiedByValue {}
extension UUID: CopiedByValue {}
extension CharacterSet: CopiedByValue {}
extension IndexPath: CopiedByValue {}
extension IndexSet: CopiedByValue {}
extension PersonNameComponents: CopiedByValue {}
extension CGFloat: CopiedByValue {}
extension CGPoint: CopiedByValue {}
extension CGSize: CopiedByValue {}
extension CGRect: CopiedByValue {}
