import Foundation

/// Renders values by reflection, in the form of Swift source code, with secrets masked.
///
/// The text never uses the description or mirror of an app's type, which may contain secrets: if a type has a custom
/// mirror, the text shows only the name of the type.
package struct SourceText {
  /// The use of a rendered text.
  package enum Purpose: Sendable {
    /// A text for readers.
    case report
    /// A text for readers, with the Unicode scalars of strings and the bits of NaN.
    case exactReport
    /// A text that compiles. If reflection cannot render a value, the text has a placeholder with a description.
    case source
  }

  /// Returns the text that replaces the value at a path; nil if the value is not masked.
  let hiding: (_ path: String, _ value: Any) -> String?
  let purpose: Purpose
  /// Renders values whose types another module knows; nil for other values.
  let known: (Any) -> String?
  /// Returns whether a stored property is not a parameter of the memberwise initializer.
  let omitting: (_ owner: Any, _ property: String) -> Bool

  /// The objects on the path to the present value, to find cycles.
  private var entered: Set<ObjectIdentifier> = []

  package init(
    _ purpose: Purpose = .report, known: @escaping (Any) -> String? = { _ in nil },
    omitting: @escaping (Any, String) -> Bool = { _, _ in false },
    hiding: @escaping (_ path: String, _ value: Any) -> String?
  ) {
    (self.purpose, self.known, self.omitting, self.hiding) = (purpose, known, omitting, hiding)
  }

  /// Renders a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The path of the value.
  ///   - isTyped: Whether the context determines the type of the value, so that an enum case needs only `.name`.
  /// - Returns: The text.
  package func text(of value: Any, at path: String, isTyped: Bool = true) -> String {
    if let replacement = hiding(path, value) {
      let isMasked = purpose == .source && replacement.contains(SecretNames.mask)
      return isMasked
        ? placeholder("\(replacement): \(Self.typeName(type(of: value)))") : replacement
    }
    if ReflectedType.isMetatype(value) { return nameOnly("metatype") }
    if let text = known(value) ?? leaf(value) { return text }
    if ReflectedType.isOpaque(value) { return nameOnly(Self.typeName(type(of: value))) }
    let node = ReflectedNode(value)
    if ReflectedType.isRange(value) {
      let ends = ["lowerBound", "upperBound"].map { end in
        node.parts.first { $0.name == end }.map { self.text(of: $0.value, at: path) } ?? ""
      }
      let name = "\(type(of: value))"
      let isHalfOpen = name.hasPrefix("Range<") || name.hasPrefix("PartialRangeUpTo<")
      return "(\(ends[0])\(isHalfOpen ? "..<" : "...")\(ends[1]))"
    }
    guard let object = node.object else { return text(of: node, at: path, isTyped: isTyped) }
    var inner = self
    guard inner.entered.insert(ObjectIdentifier(object)).inserted else { return "..." }
    let text = inner.structure(node, at: path)
    return purpose == .source ? placeholder(text) : text
  }

  private func text(of node: ReflectedNode, at path: String, isTyped: Bool) -> String {
    switch node.style {
    case .optional:
      return node.parts.first.map { text(of: $0.value, at: path, isTyped: isTyped) } ?? "nil"
    case .collection:
      return "[\(fields(node.parts, at: path))]"
    case .set:
      let elements = node.parts.map { text(of: $0.value, at: path, isTyped: false) }
      return "[\(elements.sorted().joined(separator: ", "))]"
    case .dictionary:
      return dictionary(node.elements, at: path)
    case .tuple:
      return "(\(fields(node.parts, at: path)))"
    case .enum:
      return enumCase(node, at: path, isTyped: isTyped)
    default:
      return purpose == .source ? compilable(node, at: path) : structure(node, at: path)
    }
  }

  private func dictionary(_ entries: [(key: Any, value: Any)], at path: String) -> String {
    let texts = entries.map { key, value in
      let place = DifferencePath.join(path, name(of: key, in: path))
      return (text(of: key, at: path, isTyped: false), text(of: value, at: place, isTyped: false))
    }
    guard !texts.isEmpty else { return "[:]" }
    let sorted = texts.sorted { $0.0 < $1.0 }.map { "\($0): \($1)" }
    return "[\(sorted.joined(separator: ", "))]"
  }

  /// The component for a dictionary key, a set member or a window in a path.
  package func name(of key: Any, in path: String) -> String {
    // The description of data is its size.
    let isText = !(key is Data || key is any CaseIterable)
    let plain = isText ? SecretNames.textOrNumber(key) : CaseName.plain(key)
    return DifferencePath.component(
      hiding(path, key) ?? known(key) ?? plain ?? text(of: key, at: path))
  }

  private func enumCase(_ node: ReflectedNode, at path: String, isTyped: Bool) -> String {
    let value = node.value
    // A nested enum may be where the compiler cannot infer the type of `.name`.
    let owner = purpose == .source && !isTyped ? Self.nameInSource(of: value) ?? "" : ""
    guard let payload = node.payload, let name = payload.name else {
      return CaseName.plain(value).map { "\(owner).\(member($0))" } ?? CaseName.place(value)
        ?? rawValue(value, at: path) ?? nameOnly(Self.typeName(type(of: value)))
    }
    let inner = ReflectedNode(payload.value)
    let place = DifferencePath.join(path, DifferencePath.caseComponent(name))
    let payloads =
      inner.style == .tuple && inner.hasParts
      ? fields(inner.parts, at: place) : text(of: payload.value, at: place, isTyped: false)
    return "\(owner).\(member(name))(\(payloads))"
  }

  /// The name of a case after a dot; `init` and `self` get backticks, since they mean something else there.
  private func member(_ name: String) -> String {
    purpose == .source && ["init", "self"].contains(name) ? "`\(name)`" : name
  }

  private func rawValue(_ value: Any, at path: String) -> String? {
    guard let value = value as? any RawRepresentable else { return nil }
    let raw = text(of: value.rawValue, at: path)
    guard purpose == .source else {
      return "\(Self.typeName(type(of: value)))(rawValue: \(raw))!"
    }
    // The initializer of a struct may or may not be failable.
    return Self.nameInSource(of: value).map { "(\($0)(rawValue: \(raw)) as \($0)?)!" }
  }

  private func structure(_ node: ReflectedNode, at path: String) -> String {
    let name = Self.typeName(type(of: node.value))
    if ReflectedType.isSystem(node.value), node.style == .class { return nameOnly(name) }
    return "\(name)(\(fields(node.parts, at: path)))"
  }

  /// Renders a structure by an initializer that exists, as far as reflection shows this.
  private func compilable(_ node: ReflectedNode, at path: String) -> String {
    let value = node.value
    if let text = rawValue(value, at: path) { return text }
    let report = SourceText(hiding: hiding).text(of: value, at: path)
    guard let name = Self.nameInSource(of: value) else { return placeholder(report) }
    let fields = node.parts.filter { part in
      let name = part.name ?? ""
      return !name.hasPrefix("$__lazy") && !omitting(value, name)
    }
    let arguments = fields.compactMap { argument($0, at: path) }
    let isPlain = !ReflectedType.isSystem(value) && arguments.count == fields.count
    // A structure of one property is made by an initializer of its own as often as not.
    if isPlain, fields.count != 1 || node.parts.count > 1 {
      return "\(name)(\(arguments.joined(separator: ", ")))"
    }
    guard report == SourceText(hiding: { _, _ in nil }).text(of: value, at: path),
      let json = ReflectedType.json(of: value)
    else { return placeholder(report) }
    return "try JSONDecoder().decode(\(name).self, from: Data(\(json.debugDescription).utf8))"
  }

  /// A property as an argument of the memberwise initializer; nil if its name or value is unknown.
  private func argument(_ child: ReflectedNode.Part, at path: String) -> String? {
    guard let label = child.name else { return nil }
    // A wrapped property is stored under another name.
    let isStorage = label.hasPrefix("_")
    let fields = isStorage ? ReflectedNode(child.value).parts : []
    let wrapped = isStorage ? child.wrapped ?? (fields.count == 1 ? fields.first : nil) : child
    let name = isStorage ? String(label.dropFirst()) : label
    let place = DifferencePath.join(path, name)
    return wrapped.map { "\(name): \(text(of: $0.value, at: place, isTyped: false))" }
  }

  private func fields(_ parts: [ReflectedNode.Part], at path: String) -> String {
    parts.map { part in
      let place = DifferencePath.join(path, part.name ?? "\(part.position)")
      let text = text(of: part.value, at: place, isTyped: false)
      return part.name.map { "\($0): \(text)" } ?? text
    }.joined(separator: ", ")
  }

  private func nameOnly(_ name: String) -> String {
    purpose == .source ? placeholder(name) : "<\(name)>"
  }

  /// A text that an editor shows as a field to fill in, and that no compiler accepts.
  private func placeholder(_ text: String) -> String {
    let inner = text.replacingOccurrences(of: "<#", with: "").replacingOccurrences(
      of: "#>", with: "")
    return "<#\(inner)#>"
  }

  /// The name of a type with its enclosing types, but without its module.
  package static func typeName(_ type: Any.Type) -> String {
    let name = fullName(type)
    let arguments = name.firstIndex(of: "<") ?? name.endIndex
    guard let dot = name[..<arguments].firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// The name of a type without the addresses in the names of private and local types.
  package static func fullName(_ type: Any.Type) -> String {
    let parts = String(reflecting: type).components(separatedBy: "(unknown context at $")
    return parts[0] + parts.dropFirst().map { $0.drop { $0 != "." }.dropFirst() }.joined()
  }

  /// The name by which other source code refers to the type of a value; nil for a private type.
  private static func nameInSource(of value: Any) -> String? {
    String(reflecting: type(of: value)).contains("(unknown context at $")
      ? nil : typeName(type(of: value))
  }

  /// Renders a value that is one literal or one call.
  private func leaf(_ value: Any) -> String? {
    switch value {
    case let text as String: literal(text)
    case let text as Substring: literal(String(text))
    case let character as Character: "Character(\(literal(String(character))))"
    case let flag as Bool: "\(flag)"
    case let number as any BinaryInteger: "\(number)"
    case let number as Double: floatingPoint(number, number.bitPattern)
    case let number as Float: floatingPoint(number, UInt64(number.bitPattern))
    case let number as CGFloat: floatingPoint(Double(number), UInt64(number.bitPattern))
    case let date as Date:
      "Date(timeIntervalSinceReferenceDate: \(leaf(date.timeIntervalSinceReferenceDate) ?? ""))"
    case let id as UUID: "UUID(uuidString: \"\(id.uuidString)\")!"
    case let url as URL: "URL(string: \(url.absoluteString.debugDescription))!"
    case let data as Data: "Data(\(Array(data)))"
    case let number as Decimal: "Decimal(string: \"\(number)\")!"
    case let duration as Duration:
      "Duration(secondsComponent: \(duration.components.seconds), "
        + "attosecondsComponent: \(duration.components.attoseconds))"
    case let indexes as IndexSet: "IndexSet(\(Array(indexes)))"
    case let path as IndexPath: "IndexPath(indexes: \(Array(path)))"
    case let locale as Locale: "Locale(identifier: \(locale.identifier.debugDescription))"
    case let zone as TimeZone: "TimeZone(identifier: \(zone.identifier.debugDescription))!"
    // Only the calendar of an identifier has a short form.
    case let calendar as Calendar
    where purpose != .source || calendar == Calendar(identifier: calendar.identifier):
      "Calendar(identifier: .\(calendar.identifier))"
    case let calendar as Calendar:
      placeholder("Calendar, \(calendar.identifier), with settings of its own")
    default: nil
    }
  }

  private func literal(_ text: String) -> String {
    guard purpose == .exactReport else { return text.debugDescription }
    return "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
  }

  private func floatingPoint(_ number: some BinaryFloatingPoint, _ bits: UInt64) -> String {
    if number.isNaN {
      let text = "\(type(of: number))(bitPattern: 0x\(String(bits, radix: 16)))"
      return purpose == .exactReport ? text : ".nan"
    }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return "\(number)"
  }
}

/// Names enum cases without using the description of the type, which may contain anything.
package enum CaseName {
  /// The name of a case without a payload; nil if the type has a description or mirror of its own.
  package static func plain(_ value: Any) -> String? {
    describesItself(value) ? nil : "\(value)"
  }

  /// The case by its position, such as `Filter.allCases[2]`; nil if the type is not `CaseIterable`.
  package static func place(_ value: Any) -> String? {
    func place<Value: CaseIterable & Equatable>(_ value: Value) -> String? {
      Array(Value.allCases).firstIndex(of: value).map {
        "\(SourceText.typeName(Value.self)).allCases[\($0)]"
      }
    }
    return (value as? any CaseIterable & Equatable).flatMap { place($0) }
  }

  /// Whether the type of a value has a description or mirror of its own.
  package static func describesItself(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable || value is any CustomReflectable
  }
}
