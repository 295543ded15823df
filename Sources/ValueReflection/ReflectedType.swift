import Foundation

/// What reflection may show of values of a type.
package enum ReflectedType {
  /// Whether a type is one of the system's, whose own mirror and description are harmless.
  package static func isSystem(_ value: Any) -> Bool { isSystem(type: type(of: value)) }

  private static func isSystem(type: any Any.Type) -> Bool {
    known.value(for: ObjectIdentifier(type)) {
      let name = String(reflecting: type)
      return [
        "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
        "FoundationNetworking.", "CoreFoundation.", "CoreGraphics.", "Dispatch.", "__C.",
        "Observation.", "_Concurrency.", "_StringProcessing.",
      ].contains { name.hasPrefix($0) }
    }
  }

  /// Whether an object can change: whether it is a mutable string, collection or the like of Foundation, or
  /// the classes of the app that it is an instance of have a variable, or a field that cannot be copied.
  package static func isMutable(_ object: AnyObject) -> Bool {
    let type: AnyClass = type(of: object)
    let base: AnyClass? = sequence(first: type, next: { _getSuperclass($0) }).first(
      where: isSystem(type:))
    if base == type {
      // Each is a subclass of an immutable class, whose instances are their own copies.
      return object is any NSMutableCopying && (object as? NSObject)?.copy() as AnyObject !== object
    }
    return ((base.map(countOfFields) ?? 0)..<countOfFields(type)).contains { index in
      var facts = unsafe FieldFacts()
      let field = unsafe typeOfField(type, index: index, facts: &facts)
      unsafe facts.freeName?(facts.name)
      // The runtime has no type for a field that cannot be copied, such as a `Mutex`.
      return unsafe facts.isVariable || field == Void.self
    }
  }

  /// Whether a value is a metatype of one type, such as `Int.Type`.
  ///
  /// A payload or property of such a type stores nothing, and what reflection finds there is no metatype:
  /// nothing else may be asked of it, not even its type.
  package static func isMetatype(_ value: Any) -> Bool {
    // An `Any` ends with a pointer to the metadata of its type, which begin with their kind.
    let parts = unsafe unsafeBitCast(value as Any, to: (UInt, UInt, UInt, UnsafeRawPointer).self)
    return unsafe parts.3.load(as: UInt.self) == 0x304
  }

  /// Whether a value is of an app's type that reflects itself, and so may show anything.
  package static func isOpaque(_ value: Any) -> Bool {
    !isSystem(value) && value is any CustomReflectable
  }

  /// Whether a value is of an app's type that describes or reflects itself.
  package static func speaksForItself(_ value: Any) -> Bool {
    !isSystem(value) && CaseName.describesItself(value)
  }

  /// Found once per type: the name of a type takes long to make.
  private static let known = Known()

  /// `@unchecked Sendable` because `facts` is touched under `lock` alone.
  private final class Known: @unchecked Sendable {
    private let lock = NSLock()
    private var facts: [ObjectIdentifier: Bool] = [:]

    func value(for type: ObjectIdentifier, make: () -> Bool) -> Bool {
      if let known = lock.withLock({ facts[type] }) { return known }
      let made = make()
      lock.withLock { facts[type] = made }
      return made
    }
  }

  /// A value in JSON, if decoding it gives an equal value.
  static func json(of value: Any) -> String? {
    func roundTrip<Value: Codable>(_ value: Value) -> String? {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      guard let data = try? encoder.encode(value),
        let copy = try? JSONDecoder().decode(Value.self, from: data),
        reflectedDifferences(from: value, to: copy, limit: 1).isEmpty
      else { return nil }
      return String(decoding: data, as: UTF8.self)
    }
    guard let value = value as? any Codable else { return nil }
    return roundTrip(value)
  }
}

/// A stored property, as the runtime describes it to `Mirror`, which does not pass on whether it is a variable.
@unsafe private struct FieldFacts {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countOfFields(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func typeOfField(
  _ type: any Any.Type, index: Int, facts: inout FieldFacts
) -> any Any.Type

/// A range, whose bounds its type shows by other means than its fields.
protocol RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { get }
}

extension Range: RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "..<", upperBound) }
}

extension ClosedRange: RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "...", upperBound) }
}

extension PartialRangeFrom: RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "...", nil) }
}

extension PartialRangeThrough: RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { (nil, "...", upperBound) }
}

extension PartialRangeUpTo: RangeOfBounds {
  var bounds: (lower: Any?, sign: String, upper: Any?) { (nil, "..<", upperBound) }
}
