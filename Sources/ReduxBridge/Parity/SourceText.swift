import Foundation
import ValueRedux

/// Renders values by reflection, in the form of Swift source, through a redactor.
struct SourceText {
  let redactor: Redactor
  /// Whether strings show their Unicode scalars, and NaN its bits.
  let isExact: Bool

  /// The objects on the path to the value that is rendered: they may form cycles.
  private var entered: Set<ObjectIdentifier> = []

  init(redactor: Redactor, isExact: Bool = false) {
    self.redactor = redactor
    self.isExact = isExact
  }

  func text(of value: Any, at path: String) -> String {
    if let replacement = redactor.replacement(for: value, at: path) { return replacement }
    if isExact, let text = Self.exactLeaf(value) { return text }
    if let leaf = Self.leaf(value) { return leaf }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .class else { return text(of: value, mirror, at: path) }
    var inner = self
    guard inner.entered.insert(ObjectIdentifier(value as AnyObject)).inserted else { return "..." }
    return inner.text(of: value, mirror, at: path)
  }

  private func text(of value: Any, _ mirror: Mirror, at path: String) -> String {
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value, at: path) } ?? "nil"
    case .collection:
      return list(mirror.children.enumerated().map { ("\($0.offset)", $0.element.value) }, at: path)
    case .set:
      let elements = mirror.children.map { text(of: $0.value, at: path) }
      return "[\(elements.sorted().joined(separator: ", "))]"
    case .dictionary:
      return dictionary(mirror, at: path)
    case .tuple:
      return "(\(fields(mirror, at: path)))"
    case .enum:
      return enumCase(value, mirror, at: path)
    default:
      return "\(Self.typeName(type(of: value)))(\(fields(mirror, at: path)))"
    }
  }

  private func list(_ elements: [(String, Any)], at path: String) -> String {
    let texts = elements.map { text(of: $0.1, at: Self.join(path, $0.0)) }
    return "[\(texts.joined(separator: ", "))]"
  }

  private func dictionary(_ mirror: Mirror, at path: String) -> String {
    let pairs = mirror.children.map { child -> (key: String, value: String) in
      let parts = Array(Mirror(reflecting: child.value).children)
      let key = text(of: parts[0].value, at: path)
      let place = Self.join(path, redactor.name(of: parts[0].value, in: path))
      return (key, text(of: parts[1].value, at: place))
    }
    guard !pairs.isEmpty else { return "[:]" }
    let texts = pairs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "[\(texts.joined(separator: ", "))]"
  }

  private func enumCase(_ value: Any, _ mirror: Mirror, at path: String) -> String {
    guard let payload = mirror.children.first, let name = payload.label else {
      return CaseName.plain(value).map { ".\($0)" } ?? CaseName.place(value)
        ?? rawValue(value, at: path) ?? "<\(Self.typeName(type(of: value)))>"
    }
    let inner = Mirror(reflecting: payload.value)
    let place = Self.join(path, name)
    guard inner.displayStyle == .tuple else {
      return ".\(name)(\(text(of: payload.value, at: place)))"
    }
    return ".\(name)(\(fields(inner, at: place)))"
  }

  private func rawValue(_ value: Any, at path: String) -> String? {
    guard let value = value as? any RawRepresentable else { return nil }
    return "\(Self.typeName(type(of: value)))(rawValue: \(text(of: value.rawValue, at: path)))!"
  }

  private func fields(_ mirror: Mirror, at path: String) -> String {
    mirror.children.enumerated().map { index, child in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      let text = text(of: child.value, at: Self.join(path, label ?? "\(index)"))
      return label.map { "\($0): \(text)" } ?? text
    }.joined(separator: ", ")
  }

  private static func join(_ path: String, _ component: String) -> String {
    path.isEmpty ? component : "\(path).\(component)"
  }

  /// The name of a type with its enclosing types, without its module.
  static func typeName(_ type: Any.Type) -> String {
    var name = String(reflecting: type)
    // The names of private and local types contain an address.
    while let start = name.range(of: "(unknown context at $"),
      let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    let arguments = name.firstIndex(of: "<") ?? name.endIndex
    guard let dot = name[..<arguments].firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// The key of a dictionary as a component of a path; nil when its text is long.
  static func plainName(_ key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as any BinaryInteger: "\(number)"
    case let id as UUID: id.uuidString
    case let window as WindowUUID: window.description
    case is any CaseIterable: CaseName.plain(key)
    default: nil
    }
  }

  /// Renders a value that is one literal or one call.
  private static func leaf(_ value: Any) -> String? {
    switch value {
    case let text as String: text.debugDescription
    case let text as Substring: String(text).debugDescription
    case let character as Character: "Character(\(String(character).debugDescription))"
    case let flag as Bool: "\(flag)"
    case let number as any BinaryInteger: "\(number)"
    case let number as Double: floatingPoint(number)
    case let number as Float: floatingPoint(number)
    case let date as Date:
      "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
    case let id as UUID: "UUID(uuidString: \"\(id.uuidString)\")!"
    case let window as WindowUUID:
      "WindowUUID(UUID(uuidString: \"\(window.rawValue.uuidString)\")!)"
    case let url as URL: "URL(string: \(url.absoluteString.debugDescription))!"
    case let data as Data: "Data(\(Array(data)))"
    case let number as Decimal: "Decimal(string: \"\(number)\")!"
    default: nil
    }
  }

  /// Renders a string in ASCII, and NaN with its bits; nil for other values.
  private static func exactLeaf(_ value: Any) -> String? {
    switch value {
    case let text as String:
      "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    case let text as Substring: exactLeaf(String(text))
    case let character as Character: exactLeaf(String(character)).map { "Character(\($0))" }
    case let number as Double where number.isNaN:
      "Double(bitPattern: 0x\(String(number.bitPattern, radix: 16)))"
    case let number as Float where number.isNaN:
      "Float(bitPattern: 0x\(String(number.bitPattern, radix: 16)))"
    default: nil
    }
  }

  private static func floatingPoint<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number
  ) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return "\(number)"
  }
}
