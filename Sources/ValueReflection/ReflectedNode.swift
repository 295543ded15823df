/// A value as reflection shows it: what it is, and its parts, made on demand.
package struct ReflectedNode {
  /// The way from a value to one of its parts.
  package enum Step {
    /// The value of an optional.
    case content
    /// An element of a list, and a member of a set.
    case element, member
    /// A key of a dictionary, and the value for a key.
    case key, entry(of: Any)
    /// The payload of a case, by the name of the case.
    case payload(String?)
    /// A stored property or an element of a tuple, if that has a name, and the type that declares it.
    case field(String?, of: any Any.Type)
  }

  package struct Part {
    package let step: Step
    /// The position among the parts.
    package let position: Int
    package let value: Any

    /// The name of a field or a case.
    package var name: String? {
      switch step {
      case .payload(let name), .field(let name, of: _): name
      default: nil
      }
    }

    /// The name of a property in the source: a wrapped or lazy one is stored under another name.
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
  /// Empty for a payload or property that stores a type, of which nothing may be asked.
  private let mirror: Mirror

  package init(_ value: Any) {
    self.value = value
    mirror = ReflectedType.isMetatype(value) ? Mirror((), children: [:]) : Mirror(reflecting: value)
  }

  package var style: Mirror.DisplayStyle? { mirror.displayStyle }

  /// The value if it is an object.
  package var object: AnyObject? { style == .class ? value as AnyObject : nil }

  /// The class that the class of an object derives from.
  package var superclass: (any Any.Type)? { mirror.superclassMirror?.subjectType }

  /// The payload of a case, under the name of the case.
  package var payload: Part? {
    guard case .enum = mirror.displayStyle, let child = mirror.children.first else { return nil }
    return Part(step: .payload(child.label), position: 0, value: child.value)
  }

  /// Whether there are parts, none of which is read.
  package var hasParts: Bool {
    var level: Mirror? = mirror
    while let fields = level, fields.children.isEmpty { level = fields.superclassMirror }
    return level != nil
  }

  /// The parts in their order: of an object, those that it inherits first; of a dictionary, each key before
  /// its value.
  ///
  /// - Complexity: O(*n*) in their number.
  package var parts: [Part] {
    var parts: [Part] = []
    addParts(of: mirror, to: &parts)
    return parts
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
