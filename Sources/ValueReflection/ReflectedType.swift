import Foundation

/// Facts about a type that decide what reflection may show of its values.
package enum ReflectedType {
  /// Whether the type of a value belongs to the system, so that its mirror and description show no secret.
  package static func isSystem(_ value: Any) -> Bool {
    let type = type(of: value)
    let known = lock.withLock { unsafe areSystem[ObjectIdentifier(type)] }
    if let known { return known }
    let name = String(reflecting: type)
    let isSystem = [
      "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
      "CoreFoundation.", "CoreGraphics.", "Dispatch.", "__C.", "Observation.", "_Concurrency.",
      "_StringProcessing.",
    ].contains { name.hasPrefix($0) }
    lock.withLock { unsafe areSystem[ObjectIdentifier(type)] = isSystem }
    return isSystem
  }

  /// The cached results per type, because making the name of a type takes long.
  ///
  /// `nonisolated(unsafe)` because it is only accessed under `lock`.
  private nonisolated(unsafe) static var areSystem: [ObjectIdentifier: Bool] = [:]
  private static let lock = NSLock()

  /// Whether a value is a metatype of one type, such as `Int.Type`.
  ///
  /// A payload or property of such a type stores nothing, so reflection finds no valid metatype there. No other
  /// function may read the value, not even its type.
  package static func isMetatype(_ value: Any) -> Bool {
    // An `Any` ends with a pointer to the metadata of its type, which begin with their kind.
    let parts = unsafe unsafeBitCast(value as Any, to: (UInt, UInt, UInt, UnsafeRawPointer).self)
    return unsafe parts.3.load(as: UInt.self) == 0x304
  }

  /// Whether a value has an app's type with a custom mirror, which may show anything.
  package static func isOpaque(_ value: Any) -> Bool {
    !isSystem(value) && value is any CustomReflectable
  }

  /// Whether a value is a range, whose bounds reflection shows.
  static func isRange(_ value: Any) -> Bool { value is any RangeExpression && isSystem(value) }

  /// The JSON of a value; nil if decoding the JSON does not give an equal value.
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
    return (value as? any Codable).flatMap { roundTrip($0) }
  }
}

/// A type whose values hold a state, actions or a key, so that `print` and `dump` show only the name of the type, and
/// its description if it has one.
package protocol Unreflected: CustomReflectable {}

extension Unreflected {
  /// A mirror without children, which also hides the properties of superclasses.
  public var customMirror: Mirror {
    Mirror(self, children: [:], ancestorRepresentation: .suppressed)
  }
}
