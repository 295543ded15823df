/// Compares a graph with its copy by their stored properties, as reflection shows them.
///
/// It keeps a list of the pairs that remain instead of recursion, as ``GraphComparer`` does.
struct CopyVerifier {
  /// Two values that remain to be compared, and the stored property that they belong to.
  private struct Pair {
    let old: Any
    let new: Any
    let path: GraphPath
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

  /// The properties of `old` whose values are not in `new`.
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
    default: break  // a function, for example, which reflection cannot compare
    }
  }

  private mutating func compareTargets(_ old: AnyObject?, _ new: AnyObject?, _ pair: Pair) {
    guard let old else { return }
    guard let new else { return lose(pair, "the reference became nil") }
    add(old, new, pair.path, pair.property)
  }

  private mutating func enter(_ old: AnyObject, _ new: AnyObject, _ pair: Pair) -> Bool {
    if let partner = partners[ObjectIdentifier(old)] {
      if partner !== new { lose(pair, "the object is no longer shared") }
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

  /// The name of a property in the source: a wrapped or lazy one is stored under another name.
  private static func propertyName(_ label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  private mutating func add(_ old: Any, _ new: Any, _ path: GraphPath, _ property: String) {
    pairs.append(Pair(old: old, new: new, path: path, property: property))
  }

  /// Adds a lost property, unless it is known to be lost.
  private mutating func lose(_ pair: Pair, _ reason: String) {
    guard lostProperties.insert(pair.property).inserted else { return }
    losses.append(
      IncompleteCopyError.Loss(property: pair.property, path: pair.path.text, reason: reason))
  }

  /// Whether two values without children are equal, by `==` or by their descriptions.
  private func areEqual(_ old: Any, _ new: Any) -> Bool {
    guard let old = old as? any Equatable else {
      return String(describing: old) == String(describing: new)
    }
    return old.isExactly(new)
  }

  /// Checks the weak back references, when all objects of the graph are known.
  private mutating func checkReferences() {
    for reference in references {
      let expected = partners[ObjectIdentifier(reference.old)]
      if expected !== reference.new {
        lose(reference.pair, "the back reference has another target")
      }
    }
  }
}

// MARK: Sets and dictionaries

extension CopyVerifier {
  /// Compares two dictionaries by their keys, as far as the keys of the copy are equal.
  private mutating func compareDictionaries(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) entries became \(new.children.count)")
    }
    var others: [AnyHashable: Any] = [:]
    for child in new.children {
      if let (key, value) = Self.entry(child.value) { others[key] = value }
    }
    for child in old.children {
      guard let (key, value) = Self.entry(child.value), let other = others[key] else { continue }
      add(value, other, pair.path.appending("\(key.base)"), pair.property)
    }
  }

  /// Compares two sets by their members, as far as the members of the copy are equal.
  private mutating func compareSets(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) members became \(new.children.count)")
    }
    var others: [AnyHashable: Any] = [:]
    for child in new.children {
      if let member = child.value as? AnyHashable { others[member] = child.value }
    }
    for child in old.children {
      guard let member = child.value as? AnyHashable, let other = others[member] else { continue }
      add(child.value, other, pair.path, pair.property)
    }
  }

  private static func entry(_ child: Any) -> (AnyHashable, Any)? {
    let parts = Array(Mirror(reflecting: child).children)
    guard parts.count == 2, let key = parts[0].value as? AnyHashable else { return nil }
    return (key, parts[1].value)
  }
}
