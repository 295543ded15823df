import Foundation

/// Facts about a type that decide what reflection may show of its values.
package enum ReflectedType {
  /// Whether the type of a value belongs to the system, so that its mirror and description show no secret.
  package static func isSystem(_ value: Any) -> Bool {
    let type = type(of: value)
    return known.value(for: ObjectIdentifier(type)) {
      let name = String(reflecting: type)
      return [
        "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
        "CoreFoundation.", "CoreGraphics.", "Dispatch.", "__C.", "Observation.", "_Concurrency.",
        "_StringProcessing.",
      ].contains { name.hasPrefix($0) }
    }
  }

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

  /// Whether a value has an app's type with a description or mirror of its own.
  package static func speaksForItself(_ value: Any) -> Bool {
    !isSystem(value) && CaseName.describesItself(value)
  }

  /// The cached results per type, because making the name of a type takes long.
  private static let known = Known()

  /// `@unchecked Sendable` because `facts` is only accessed under `lock`.
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
    guard let value = value as? any Codable else { return nil }
    return roundTrip(value)
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
