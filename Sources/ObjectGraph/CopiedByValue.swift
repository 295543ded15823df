public import Foundation

/// A type whose plain copy is a deep copy, so that a graph and its copy share its values.
///
/// ```swift
/// struct Login: Codable, CopiedByValue {
///   var site: String
///   var user: String
/// }
/// ```
///
/// A copy of a graph retains such a value and does not encode it. An array of such values takes the
/// same time at any length.
///
/// The compiler checks a part of the claim, because the type is `Sendable`. It does not find a mutable
/// object in a generic type whose `Sendable` is conditional, behind `@unchecked Sendable`, or of a class
/// that is isolated to an actor; in Swift 5 mode it warns, at most. Then the original and the copy share
/// that object, which ``Graph/verifyCopy(of:ignoring:)`` reports. Mark a generic type only for parameters
/// that are marked: `extension Bag: CopiedByValue where Element: CopiedByValue {}`.
///
/// The standard value types conform, and the standard containers conform where their elements do. A class
/// whose properties are all constants may conform; the original and the copy then share its instances. The
/// mark of a class is not checked here: heed the compiler, which in Swift 5 mode only warns of a variable.
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
extension Int: CopiedByValue {}
extension Int8: CopiedByValue {}
extension Int16: CopiedByValue {}
extension Int32: CopiedByValue {}
extension Int64: CopiedByValue {}
extension UInt: CopiedByValue {}
extension UInt8: CopiedByValue {}
extension UInt16: CopiedByValue {}
extension UInt32: CopiedByValue {}
extension UInt64: CopiedByValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: CopiedByValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: CopiedByValue {}
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
