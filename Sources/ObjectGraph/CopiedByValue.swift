/// A type whose plain copy is a deep copy, so that a copy of the graph shares its values.
///
/// ```swift
/// struct Login: Codable, CopiedByValue {
///   var site: String
///   var user: String
/// }
/// ```
///
/// Such values cross as they are: they are retained, never encoded. An array of them costs the same
/// at any length. The compiler checks the promise as far as `Sendable` goes: no mutable class can
/// hide inside without `@unchecked`.
///
/// The standard value types conform, and the standard containers do where their elements do. A class
/// may conform if it is immutable; its instances are then shared by the original and the copy.
///
/// ## Thread safety
/// Conforming types are `Sendable`.
public protocol CopiedByValue: Sendable {}
