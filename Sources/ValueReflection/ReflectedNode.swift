/// A value as reflection shows it: its kind, and its parts, which are made on demand.
package struct ReflectedNode {
  /// The way from a value to one of its parts.
  package enum Step {
    /// The value of an optional.
    case content
    /// An element of a list, or a member of a set.
    case element, member
    /// A key of a dictionary, or the value for a key.
    case key, entry(of: Any)
    /// The payload of a case, with the name of the case.
    case payload(String?)
    /// A stored property, or an element of a tuple, with its name if it has one, and the type that declares it.
    case field(String?, of: any Any.Type)
  }

  package struct Part {
    package let step: Step
    /// The position of the part among the parts of its value.
    package let position: Int
    package let value: Any

    /// The name of a field or a case.
    package var name: String? {
      switch step {
      case .payload(let name), .field(let name, of: _): name
      default: nil
      }
    }

    /// The name of the property in the source code; a wrapped or lazy property is stored under another name.
    package func nameInSource(isWrapped: Bool) -> String? {
      guard let name else { return nil }
      let lazyPrefix = "$__lazy_storage_$_"
      if name.hasPrefix(lazyPrefix) { return String(name.dropFirst(lazyPrefix.count)) }
      let isStorage = name.hasPrefix("_") && (isWrapped || wrapped != nil)
      return isStorage ? String(name.dropFirst()) : name
    }

    /// The value in the storage of a wrapped property.
    var wrapped: Part? {
      ReflectedNode(value).parts.first { $0.name == "wrappedValue" || $0.name == "_wrappedValue" }
    }
  }

  package let value: Any
  /// The mirror of the value; empty for a metatype, which reflection cannot read.
  private let mirror: Mirror

  package init(_ value: Any) {
    self.value = value
    mirror = ReflectedType.isMetatype(value) ? Mirror((), children: [:]) : Mirror(reflecting: value)
  }

  package var style: Mirror.DisplayStyle? { mirror.displayStyle }

  /// The value as an object; nil if the value is not an object.
  package var object: AnyObject? { style == .class ? value as AnyObject : nil }

  /// The payload of a case, with the name of the case.
  package var payload: Part? {
    guard case .enum = mirror.displayStyle, let child = mirror.children.first else { return nil }
    return Part(step: .payload(child.label), position: 0, value: child.value)
  }

  /// The value in an optional; the value itself if it is no optional.
  var content: Any? { style == .optional ? mirror.children.first?.value : value }

  /// Whether the value and another value of its enum type have the same case.
  package func isSameCase(as other: ReflectedNode) -> Bool {
    if hasParts || other.hasParts { return payload?.name == other.payload?.name }
    // Not by `==` alone, which a type may write itself. Only its description has the name of a case without payload.
    return "\(value)" == "\(other.value)" && areEqual(value, other.value) != false
  }

  /// Whether the value has parts; the property reads none of the parts.
  package var hasParts: Bool {
    sequence(first: mirror, next: \.superclassMirror).contains { !$0.children.isEmpty }
  }

  /// The parts in their order: the inherited parts of an object come first, and each key of a dictionary comes right
  /// before its value.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package var parts: [Part] {
    var parts: [Part] = []
    addParts(of: mirror, to: &parts)
    return parts
  }

  /// The members of a set, each as its own key, or the values of a dictionary with their keys.
  package var elements: [(key: Any, value: Any)] {
    parts.compactMap { part in
      switch part.step {
      case .member: (part.value, part.value)
      case .entry(let key): (key, part.value)
      default: nil
      }
    }
  }

  private func addParts(of level: Mirror, to parts: inout [Part]) {
    if let inherited = level.superclassMirror { addParts(of: inherited, to: &parts) }
    let style = style
    func add(_ step: Step, _ value: Any) {
      parts.append(Part(step: step, position: parts.count, value: value))
    }
    for child in level.children {
      switch style {
      case .optional: add(.content, child.value)
      case .collection: add(.element, child.value)
      case .set: add(.member, child.value)
      case .enum: add(.payload(child.label), child.value)
      case .dictionary:
        let entry = Mirror(reflecting: child.value).children.map(\.value)
        guard entry.count == 2 else { continue }
        add(.key, entry[0])
        add(.entry(of: entry[0]), entry[1])
      default:
        // The label of an element without a name is a dot and its number.
        let name = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        add(.field(name, of: level.subjectType), child.value)
      }
    }
  }
}
