internal import ValueReflection

/// Compares a graph with its copy by their stored properties, as reflection shows them.
///
/// It keeps a list of the pairs that remain instead of recursion, as ``GraphComparer`` does. What
/// belongs together in sets and dictionaries, and where back references lead, is what the copier's own
/// map from originals to copies says, so verification takes linear time.
struct CopyVerifier {
  /// Two values that remain to be compared, and the stored property that they belong to.
  private struct Pair {
    let old: Any
    let new: Any
    let path: GraphPath
    let property: String
  }

  private let session: GraphSession
  private let excused: Set<String>
  private var pairs: [Pair] = []
  private var partners: [ObjectIdentifier: AnyObject] = [:]
  private var originals: [ObjectIdentifier: AnyObject] = [:]
  private var references: [(old: AnyObject, new: AnyObject?, pair: Pair)] = []
  private var losses: [IncompleteCopyError.Loss] = []
  private var lostProperties: Set<String> = []

  /// Makes a verifier that uses the identities of the copy that `session` has made.
  init(_ session: GraphSession, excused: Set<String>) {
    self.session = session
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
    if let areSame = areSameLeaves(pair.old, pair.new) {
      return areSame ? () : loseValue(pair)
    }
    let old = Mirror(reflecting: pair.old)
    let new = Mirror(reflecting: pair.new)
    guard type(of: pair.old) == type(of: pair.new) else {
      return lose(pair, "\(type(of: pair.old)) became \(type(of: pair.new))")
    }
    if let old = pair.old as? any HashedCollection, let new = pair.new as? any HashedCollection,
      old.findsItsElements, !new.findsItsElements
    {
      return lose(pair, "the copy does not find its own elements")
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
    if originals.updateValue(old, forKey: ObjectIdentifier(new)) != nil {
      lose(pair, "two objects became one")
      return false
    }
    return old !== new
  }

  private mutating func compareFields(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    if let parent = old.superclassMirror, let other = new.superclassMirror {
      compareFields(parent, other, pair)
    }
    // A class without fields, such as NSObject, has nothing to lose but its identity.
    if old.displayStyle == .struct, old.children.isEmpty, !areEqual(pair.old, pair.new) {
      return loseValue(pair)
    }
    for (field, other) in zip(old.children, new.children) {
      let name = Self.propertyName(field)
      let property = "\(old.subjectType).\(name)"
      if isExcused(name, of: old.subjectType) { continue }
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
      if !areEqual(pair.old, pair.new) { loseValue(pair) }
      return
    }
    for (index, (child, other)) in zip(old.children, new.children).enumerated() {
      guard child.label == other.label else {
        let names = [pair.old, pair.new].map { SecretNames().hide($0, at: pair.path.text) }
        let labels = zip([child, other], names).map { $1 ? SecretNames.mask : $0.label ?? "?" }
        return lose(pair, "\(labels[0]) became \(labels[1])")
      }
      let isStep = old.displayStyle == .collection || old.displayStyle == .tuple
      let path = isStep ? pair.path.appending(String(index)) : pair.path
      add(child.value, other.value, path, pair.property)
    }
  }

  /// Whether a property is excused by its name in the source, or by that of its storage.
  private func isExcused(_ name: String, of type: Any.Type) -> Bool {
    let names = name.hasPrefix("_") ? [name, String(name.dropFirst())] : [name, "_" + name]
    return names.contains { excused.contains($0) || excused.contains("\(type).\($0)") }
  }

  /// The name of a property in the source: a wrapped or lazy one is stored under another name.
  private static func propertyName(_ field: Mirror.Child) -> String {
    let label = field.label ?? "?"
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    guard label.hasPrefix("_") else { return label }
    let isWrapper =
      field.value is any GraphReference
      || Mirror(reflecting: field.value).children.contains {
        $0.label == "wrappedValue" || $0.label == "_wrappedValue"
      }
    return isWrapper ? String(label.dropFirst()) : label
  }

  private mutating func add(_ old: Any, _ new: Any, _ path: GraphPath, _ property: String) {
    pairs.append(Pair(old: old, new: new, path: path, property: property))
  }

  private mutating func loseValue(_ pair: Pair) {
    lose(pair, "\(Self.text(of: pair.old, pair)) became \(Self.text(of: pair.new, pair))")
  }

  /// Describes a value without what must not be shown.
  private static func text(of value: Any, _ pair: Pair) -> String {
    safeText(of: value, at: pair.path.text, describing: safeDescription)
  }

  /// Adds a lost property, unless it is known to be lost.
  private mutating func lose(_ pair: Pair, _ reason: String) {
    guard lostProperties.insert(pair.property).inserted else { return }
    losses.append(
      IncompleteCopyError.Loss(property: pair.property, path: pair.path.text, reason: reason))
  }

  /// Whether two values without children are equal, by `==` or by their descriptions.
  private func areEqual(_ old: Any, _ new: Any) -> Bool {
    ValueReflection.areEqual(old, new) ?? (safeDescription(of: old) == safeDescription(of: new))
  }

  /// Checks the weak back references, when all objects of the graph are known.
  private mutating func checkReferences() {
    for reference in references {
      let expected =
        unsafe partners[ObjectIdentifier(reference.old)]
        ?? session.identities.pointee.copy(of: reference.old)
      if expected !== reference.new {
        lose(reference.pair, "the back reference has another target")
      }
    }
  }
}

// MARK: Sets and dictionaries

extension CopyVerifier {
  /// Finds the counterparts of the members of a set, or of the keys of a dictionary.
  private struct Counterparts {
    private var byIdentity: [ObjectIdentifier: Int] = [:]
    private var byEquality: [AnyHashable: Int] = [:]
    private var bySignature: [[AnyHashable]: [Int]] = [:]
    private var isTaken: [Bool]

    init(_ elements: [Any], _ verifier: CopyVerifier) {
      isTaken = Array(repeating: false, count: elements.count)
      for (index, element) in elements.enumerated() {
        if let object = CopyVerifier.object(element) {
          byIdentity[ObjectIdentifier(object)] = index
        }
        if let element = element as? AnyHashable { byEquality[element] = index }
        bySignature[verifier.signature(of: element, isOld: false), default: []].append(index)
      }
    }

    /// The position of the counterpart of `old`: its copy, an equal value, or one with equal parts.
    mutating func take(_ old: Any, _ verifier: CopyVerifier) -> Int? {
      if let object = CopyVerifier.object(old), let copy = verifier.copy(of: object) {
        return take(byIdentity[ObjectIdentifier(copy)])
      }
      if let element = old as? AnyHashable, let found = take(byEquality[element]) { return found }
      let signature = verifier.signature(of: old, isOld: true)
      while let candidate = bySignature[signature, default: []].popLast() {
        if let found = take(candidate) { return found }
      }
      return nil
    }

    private mutating func take(_ index: Int?) -> Int? {
      guard let index, !isTaken[index] else { return nil }
      isTaken[index] = true
      return index
    }
  }

  private mutating func compareDictionaries(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) entries became \(new.children.count)")
    }
    let others = new.children.compactMap { Self.entry($0.value) }
    var counterparts = Counterparts(others.map(\.key), self)
    for (key, value) in old.children.compactMap({ Self.entry($0.value) }) {
      let name = Self.object(key).map { "\(type(of: $0))" } ?? Self.text(of: key, pair)
      guard let index = counterparts.take(key, self) else {
        lose(pair, "the key \(name) is not in the copy")
        continue
      }
      let path = pair.path.appending(name)
      add(key, others[index].key, path, pair.property)
      add(value, others[index].value, path, pair.property)
    }
  }

  private mutating func compareSets(_ old: Mirror, _ new: Mirror, _ pair: Pair) {
    guard old.children.count == new.children.count else {
      return lose(pair, "\(old.children.count) members became \(new.children.count)")
    }
    let others = new.children.map(\.value)
    var counterparts = Counterparts(others, self)
    for member in old.children.map(\.value) {
      guard let index = counterparts.take(member, self) else {
        lose(pair, "the member \(Self.text(of: member, pair)) is not in the copy")
        continue
      }
      add(member, others[index], pair.path, pair.property)
    }
  }

  private static func entry(_ child: Any) -> (key: Any, value: Any)? {
    let parts = Array(Mirror(reflecting: child).children)
    return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
  }

  fileprivate static func object(_ value: Any) -> AnyObject? {
    Mirror(reflecting: value).displayStyle == .class ? value as AnyObject : nil
  }

  /// The copy of an object that the copier has copied.
  fileprivate func copy(of object: AnyObject) -> AnyObject? {
    unsafe session.identities.pointee.copy(of: object)
  }

  /// The parts of a value, of which objects are represented by their copies.
  ///
  /// So a value and its copy have equal signatures, even where `==` compares identities.
  fileprivate func signature(of value: Any, isOld: Bool) -> [AnyHashable] {
    var signature: [AnyHashable] = []
    var values = [value]
    while let value = values.popLast() {
      if let reference = value as? any GraphReference {
        if let target = reference.anyTarget { values.append(target) }
        continue
      }
      if let leaf = value as? any Leaf {
        var builder = DigestBuilder()
        leaf.feed(&builder)
        signature.append(builder.finished())
        continue
      }
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class {
        let object = value as AnyObject
        let copy = isOld ? copy(of: object) : object
        signature.append(copy.map(ObjectIdentifier.init) ?? ObjectIdentifier(type(of: object)))
      } else if mirror.children.isEmpty {
        signature.append(safeDescription(of: value))
      } else {
        for child in mirror.children {
          signature.append(child.label)
          values.append(child.value)
        }
      }
    }
    return signature
  }
}

/// A set or a dictionary, which finds its elements by their hashes.
private protocol HashedCollection {
  var findsItsElements: Bool { get }
}

extension Set: HashedCollection {
  fileprivate var findsItsElements: Bool {
    indices.allSatisfy { firstIndex(of: self[$0]) == $0 }
  }
}

extension Dictionary: HashedCollection {
  fileprivate var findsItsElements: Bool {
    indices.allSatisfy { index(forKey: self[$0].key) == $0 }
  }
}
