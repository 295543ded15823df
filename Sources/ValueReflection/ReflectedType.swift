import Foundation

/// What reflection may show of values of a type.
package enum ReflectedType {
  /// Whether a type is one of the system's, whose own mirror and description are harmless.
  package static func isSystem(_ value: Any) -> Bool {
    facts(of: value).isSystem
  }

  /// Whether a value is of an app's type that reflects itself, and so may show anything.
  package static func isOpaque(_ value: Any) -> Bool {
    facts(of: value).isOpaque
  }

  /// Whether a value is of an app's type that describes or reflects itself.
  package static func speaksForItself(_ value: Any) -> Bool {
    !isSystem(value) && CaseName.describesItself(value)
  }

  private struct Facts: Sendable {
    let isSystem: Bool
    let isOpaque: Bool
  }

  /// Found once per type: the name of a type takes long to make.
  private static let known = FactsTable()

  private static func facts(of value: Any) -> Facts {
    let type = type(of: value)
    return known.value(for: ObjectIdentifier(type)) {
      let name = String(reflecting: type)
      let isSystem = [
        "Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
        "CoreFoundation.", "CoreGraphics.", "Dispatch.", "__C.", "Observation.", "_Concurrency.",
        "_StringProcessing.",
      ].contains { name.hasPrefix($0) }
      return Facts(
        isSystem: isSystem, isOpaque: !isSystem && value is any CustomReflectable)
    }
  }

  /// `@unchecked Sendable` because `facts` is touched under `lock` alone.
  private final class FactsTable: @unchecked Sendable {
    private let lock = NSLock()
    private var facts: [ObjectIdentifier: Facts] = [:]

    func value(for type: ObjectIdentifier, make: () -> Facts) -> Facts {
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

/// A type of the system whose values are made by other means than its fields.
protocol SourceRenderable {
  func source(by text: SourceText, at path: String) -> String
}

extension Range: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "(\(text.text(of: lowerBound, at: path))..<\(text.text(of: upperBound, at: path)))"
  }
}

extension ClosedRange: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "(\(text.text(of: lowerBound, at: path))...\(text.text(of: upperBound, at: path)))"
  }
}

extension PartialRangeFrom: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "(\(text.text(of: lowerBound, at: path))...)"
  }
}

extension PartialRangeThrough: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "(...\(text.text(of: upperBound, at: path)))"
  }
}

extension PartialRangeUpTo: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "(..<\(text.text(of: upperBound, at: path)))"
  }
}

extension Duration: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "Duration(secondsComponent: \(components.seconds), "
      + "attosecondsComponent: \(components.attoseconds))"
  }
}

extension IndexSet: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String { "IndexSet(\(Array(self)))" }
}

extension IndexPath: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "IndexPath(indexes: \(Array(self)))"
  }
}

extension Locale: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "Locale(identifier: \(identifier.debugDescription))"
  }
}

extension TimeZone: SourceRenderable {
  func source(by text: SourceText, at path: String) -> String {
    "TimeZone(identifier: \(identifier.debugDescription))!"
  }
}

extension Calendar: SourceRenderable {
  /// Only the calendar of an identifier has a short form.
  func source(by text: SourceText, at path: String) -> String {
    let source = "Calendar(identifier: .\(identifier))"
    let isSame = self == Calendar(identifier: identifier)
    return isSame || text.purpose != .source
      ? source : "<#Calendar, \(identifier), with settings of its own#>"
  }
}
