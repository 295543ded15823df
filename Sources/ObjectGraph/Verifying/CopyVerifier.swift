/// Compares a graph with its copy by their stored properties, from a list of what is left to compare.
struct CopyVerifier {
  /// Two values that are left to compare, and the stored property that they belong to.
  struct Pair {
    let old: Any
    let new: Any
    let path: PathNode
    let property: String
  }

  private let excused: Set<String>
  private var pairs: [Pair] = []
  private var partners: [ObjectIdentifier: AnyObject] = [:]
  private var references: [(old: AnyObject, new: AnyObject?, pair: Pair)] = []
  private var losses: [IncompleteCopyError.Loss] = []
  private var lostProperties: Set<String> = []

  init(excused: Set<String>) {
    self.excused = excused
  }

  /// The properties of `old` that `new` does not have as well.
  mutating func losses(from old: Any, to new: Any) -> [IncompleteCopyError.Loss] {
    let name = String(describing: type(of: old))
    pairs.append(Pair(old: old, new: new, path: .root, property: name))
    while let pair = pairs.popLast() {
      let first = pairs.count
      compare(pair)
      pairs[first...].reverse()
    }
    checkReferences()
    return losses
  }

  private mutating func compare(_ pair: Pair) {
    if let old = pair.old as? any GraphReference, let new = pair.new as? any GraphReference {
      if !old.isOwning {
        if let target = old.anyTarget { references.append((target, new.anyTarget, pair)) }
        return
      }
      return compareTargets(old.anyTarget, new.anyTarget, pair)
    }
    switch QuickComparison(pair.old, pair.new) {
    case .equal: return
    case .different: return lose(pair, "\(pair.old) became \(pair.new)")
    case .unknown: break
    }
    let old = Mirror(reflecting: pair.old)
    let new = Mirror(reflecting: pair.new)
    guard type(of: pair.old) == type(of: pair.new) else {
      return lose(pair, "\(type(of: pair.old)) became \(type(of: pair.new))")
    }
    switch old.displayStyle {
    case .class:
      if enter(pair.old as AnyObject, pair.new as AnyObject, pair) { compareFields(old, new, pair) }
    case .struct: compareFields(old, new, pair)
    case .optional, .enum, .tuple, .collection: compareChildren(old, new, pair)
    case .dictionary: compareDictionaries(old, new, pair)
    case .set: compareSets(old, new, pair)
    default: break  // a function, say, of which nothing can be told
    }
  }

  private mutating func compareTargets(_ old: AnyObject?, _ new: AnyObject?, _ pair: Pair) {
    guard let old else { return }
    guard let new else { return lose(pair, "the reference became nil") }
    add(old, new, pair.path, pair.property)
  }

  private mutating func enter(_ old: AnyObject, _ new: AnyObject, _ pair: Pair) -> Bool {
    if let partner = partners[ObjectIdentifier(old)] {
      if partner !== new { lose(pair, "the object is not shared any more") }
      return false
    }
    partners[ObjectIdentifier(old)] = new
    return old !== new
  }

  private mutating func compareFields(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    if let parent = old.superclassMirror, let other = new.superclassMirror {
      compareFields(parent, other, pair)
    }
    if old.children.isEmpty, !areEqual(pair.old, pair.new) {
      return lose(pair, "\(pair.old) became \(pair.new)")
    }
    for (field, other) in zip(old.children, new.children) {
      let name = Self.propertyName(field.label ?? "?")
      let property = "\(old.subjectType).\(name)"
      if excused.contains(name) || excused.contains(property) { continue }
      add(field.value, other.value, pair.path.appending(name), property)
    }
  }

  private mutating func compareChildren(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      let isOptional = old.displayStyle == .optional
      return lose(
        pair,
        isOptional
          ? "a value became nil"
          : "\(old.children.count) elements became "
            + "\(new.children.count)")
    }
    if old.children.isEmpty {
      if !areEqual(pair.old, pair.new) { lose(pair, "\(pair.old) became \(pair.new)") }
      return
    }
    for (index, (child, other)) in zip(old.children, new.children).enumerated() {
      guard child.label == other.label else {
        return lose(pair, "\(child.label ?? "?") became \(other.label ?? "?")")
      }
      let isStep = old.displayStyle == .collection || old.displayStyle == .tuple
      let path = isStep ? pair.path.appending(String(index)) : pair.path
      add(child.value, other.value, path, pair.property)
    }
  }

  /// The name that the source gives to a property: wrapped and lazy ones are stored under others.
  private static func propertyName(_ label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}

extension CopyVerifier {
  /// Adds two values to what is left to compare.
  mutating func add(_ old: Any, _ new: Any, _ path: PathNode, _ property: String) {
    pairs.append(Pair(old: old, new: new, path: path, property: property))
  }

  /// Notes that a property did not survive.
  mutating func lose(_ pair: Pair, _ reason: String) {
    guard lostProperties.insert(pair.property).inserted else { return }
    losses.append(
      IncompleteCopyError.Loss(property: pair.property, path: pair.path.text, reason: reason))
  }

  /// Whether two values without parts are equal, as far as they can tell.
  func areEqual(_ old: Any, _ new: Any) -> Bool {
    guard let old = old as? any Equatable else {
      return String(describing: old) == String(describing: new)
    }
    return old.isEqual(to: new)
  }

  /// Checks the weak back references, now that it is known which objects are in the graph.
  private mutating func checkReferences() {
    for reference in references {
      let expected = partners[ObjectIdentifier(reference.old)]
      if expected !== reference.new { lose(reference.pair, "the back reference leads elsewhere") }
    }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}
