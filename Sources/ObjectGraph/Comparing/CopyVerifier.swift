internal import Foundation
internal import ValueReflection

/// Compares a graph with its copy by their stored properties, as reflection shows them.
///
/// It keeps a list of the pairs that remain instead of recursion, as ``GraphComparer`` does. The
/// copier's own map from originals to copies says which members of sets and dictionaries belong together
/// and where back references lead, so verification takes linear time.
struct CopyVerifier {
  private typealias Part = ReflectedNode.Part

  /// Two values that remain to be compared, and the stored property that they belong to.
  private struct Pair {
    let old: Any
    let new: Any
    let path: GraphPath
    let property: String
    /// Whether the values are a part of one that is ``CopiedByValue``.
    let isMarked: Bool
  }

  private let session: GraphSession
  private let excused: Set<String>
  private var pairs: [Pair] = []
  private var partners: [ObjectIdentifier: AnyObject] = [:]
  private var originals: [ObjectIdentifier: AnyObject] = [:]
  /// The weak back references, which are compared when all objects of the graph are known.
  private var references: [(old: AnyObject, new: AnyObject?, pair: Pair)] = []
  private var losses: [IncompleteCopyError.Loss] = []
  private var lostProperties: Set<String> = []
  /// The first path of each property that can neither be read nor compared as a whole.
  private(set) var unread: [String] = []
  private var unreadProperties: Set<String> = []

  /// Makes a verifier that uses the identities of the copy that `session` has made.
  init(_ session: GraphSession, excused: Set<String>) {
    self.session = session
    self.excused = excused
  }

  /// The properties of `old` whose values are not in `new`.
  mutating func losses(from old: Any, to new: Any) -> [IncompleteCopyError.Loss] {
    let property = String(describing: type(of: old))
    add(old, new, Pair(old: old, new: new, path: .root, property: property, isMarked: false))
    while let pair = pairs.popLast() {
      let first = pairs.count
      compare(pair)
      pairs[first...].reverse()
    }
    for (old, new, pair) in references
    where (partners[ObjectIdentifier(old)] ?? copy(of: old)) !== new {
      lose(pair, "the back reference has another target")
    }
    return losses
  }

  private mutating func compare(_ pair: Pair) {
    if let old = pair.old as? any GraphReference, let new = pair.new as? any GraphReference {
      guard let target = old.anyTarget else { return }
      guard old.isOwning else { return references.append((target, new.anyTarget, pair)) }
      guard let copy = new.anyTarget else { return lose(pair, "the reference became nil") }
      return add(target, copy, pair)
    }
    guard type(of: pair.old) == type(of: pair.new) else {
      return lose(pair, "\(type(of: pair.old)) became \(type(of: pair.new))")
    }
    if let areSame = areSameLeaves(pair.old, pair.new) {
      return areSame ? () : loseValue(pair)
    }
    if let old = pair.old as? any HashedCollection, let new = pair.new as? any HashedCollection,
      old.findsItsElements, !new.findsItsElements
    {
      return lose(pair, "the copy does not find its own elements")
    }
    if type(of: pair.old) == AnyHashable.self, let old = pair.old as? AnyHashable,
      let new = pair.new as? AnyHashable
    {
      return add(old.base, new.base, pair)
    }
    if type(of: pair.old) is AnyObject.Type, !enter(pair) { return }
    let (old, new) = (ReflectedNode(pair.old), ReflectedNode(pair.new))
    switch old.style {
    case .enum where !old.isSameCase(as: new): loseValue(pair)
    case .optional, .tuple, .collection, .enum: compareParts(old.parts, new.parts, pair)
    case .set, .dictionary: compareElements(old, new, pair)
    default: compareStructures(old, new, pair)
    }
  }

  /// Compares the fields of two values, or the values as a whole where their fields do not decide.
  ///
  /// The fields of the system's own types are private to it. Reflection shows none of a function, and
  /// what it shows of a type that reflects itself is up to the type.
  private mutating func compareStructures(_ old: ReflectedNode, _ new: ReflectedNode, _ pair: Pair)
  {
    let isObject = type(of: pair.old) is AnyObject.Type
    let (isSystem, isOpaque) = (ReflectedType.isSystem(pair.old), ReflectedType.isOpaque(pair.old))
    let hasFields = old.hasParts
    if hasFields, !isSystem, !isOpaque {
      return compareParts(old.parts, new.parts, pair, areFields: true)
    }
    // The `==` of an app's class may be identity.
    var equality = isSystem || !isObject ? areEqual(pair.old, pair.new) : nil
    if let type = pair.old as? any Any.Type { equality = type == pair.new as? any Any.Type }
    let coding = equality == true && isSystem ? true : encodeAlike(pair.old, pair.new)
    // An object without fields has nothing to lose but its identity.
    if isSystem, coding ?? equality == true || type(of: pair.old) == NSObject.self { return }
    if coding == false || equality == false && (isSystem || !hasFields) { return loseValue(pair) }
    if hasFields { compareParts(old.parts, new.parts, pair, areFields: true) }
    let isHidden = isSystem || isOpaque || old.style == nil
    if hasFields ? equality == false : isHidden && coding ?? equality == nil { skip(pair) }
  }

  /// Whether two values encode the same; nil if they encode nothing.
  private func encodeAlike(_ old: Any, _ new: Any) -> Bool? {
    func compare<Value: Encodable>(_ old: Value) -> Bool? {
      (new as? Value).flatMap { try? Graph.isEqual(old, $0) }
    }
    return (old as? any Encodable).flatMap { compare($0) }
  }

  private mutating func enter(_ pair: Pair) -> Bool {
    let (old, new) = (pair.old as AnyObject, pair.new as AnyObject)
    // Objects without coding, such as a service, are no part of the state, unless a value claims them.
    let isShared = old === new && (pair.isMarked || type(of: old) is any Codable.Type)
    if isShared, Self.canChange(old) {
      lose(pair, "the copy shares this \(type(of: old)), which may change")
      return false
    }
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
      || isShared && !(ReflectedType.isSystem(old) || old is any CopiedBeforeChange)
  }

  /// Whether the class of an object does not claim by the mark that its instances stay as they are.
  ///
  /// The compiler checks that claim. No public API says whether a class has variables.
  private static func canChange(_ object: AnyObject) -> Bool {
    // Each mutable class of Foundation is a subclass of one whose instances are their own copies.
    if ReflectedType.isSystem(object) {
      return object is any NSMutableCopying && (object as? NSObject)?.copy() as AnyObject !== object
    }
    // A container copies its buffer before it changes.
    let base = Mirror(reflecting: object).superclassMirror
    let isBuffer = base.map { "\($0.subjectType)".hasPrefix("ManagedBuffer<") } ?? false
    return !(object is any CopiedByValue || object is any CopiedBeforeChange || isBuffer)
  }

  private mutating func compareParts(
    _ old: [Part], _ new: [Part], _ pair: Pair, areFields: Bool = false
  ) {
    guard areFields || old.count == new.count else {
      if case .content? = (old + new).first?.step { return loseValue(pair) }
      return lose(pair, "\(old.count) elements became \(new.count)")
    }
    for (part, other) in zip(old, new) {
      switch part.step {
      case .content, .payload(nil): add(part.value, other.value, pair)
      case .field(_, let owner) where areFields:
        let name = part.nameInSource(isWrapped: part.value is any GraphReference) ?? "?"
        if isExcused(name, of: owner) { continue }
        add(part.value, other.value, pair, pair.path.appending(name), "\(owner).\(name)")
      default:
        let path = pair.path.appending(part.name ?? "\(part.position)")
        add(part.value, other.value, pair, path)
      }
    }
  }

  /// Whether a property is excused by its name in the source, or by that of its storage.
  private func isExcused(_ name: String, of type: Any.Type) -> Bool {
    let names = name.hasPrefix("_") ? [name, String(name.dropFirst())] : [name, "_" + name]
    return names.contains { excused.contains($0) || excused.contains("\(type).\($0)") }
  }

  /// Adds two parts of the values of `pair`, at its path and in its property unless others are given.
  private mutating func add(
    _ old: Any, _ new: Any, _ pair: Pair, _ path: GraphPath? = nil, _ property: String? = nil
  ) {
    pairs.append(
      Pair(
        old: old, new: new, path: (path ?? pair.path).leading(to: old, new),
        property: property ?? pair.property, isMarked: pair.isMarked || old is any CopiedByValue))
  }

  private mutating func loseValue(_ pair: Pair) {
    var texts = (Self.text(of: pair.old, pair), Self.text(of: pair.new, pair))
    if texts.0 == texts.1, !pair.path.isRedacted {
      texts = Graph.exactDescriptions(of: pair.old, pair.new, at: pair.path.text)
    }
    lose(pair, "\(texts.0) became \(texts.1)")
  }

  /// Describes a value without what must not be shown.
  private static func text(of value: Any, _ pair: Pair) -> String {
    pair.path.isRedacted ? SecretNames.mask : safeText(of: value, at: pair.path.text) { "\($0)" }
  }

  /// Lists a property that cannot be read.
  private mutating func skip(_ pair: Pair) {
    if unreadProperties.insert(pair.property).inserted { unread.append(pair.path.text) }
  }

  /// Adds a lost property, unless it is known to be lost.
  private mutating func lose(_ pair: Pair, _ reason: String) {
    guard lostProperties.insert(pair.property).inserted else { return }
    losses.append(
      IncompleteCopyError.Loss(property: pair.property, path: pair.path.text, reason: reason))
  }
}

// MARK: Sets and dictionaries

extension CopyVerifier {
  /// Compares the members of two sets, or the entries of two dictionaries.
  ///
  /// The counterpart of a member or key is its copy, a value with equal parts, or an equal one.
  private mutating func compareElements(
    _ oldNode: ReflectedNode, _ newNode: ReflectedNode, _ pair: Pair
  ) {
    let (old, new) = (oldNode.elements, newNode.elements)
    let isSet = oldNode.style == .set
    guard old.count == new.count else {
      return lose(pair, "\(old.count) \(isSet ? "members" : "entries") became \(new.count)")
    }
    var pairing = MemberPairing(old.count, new.count)
    pairing.pair(
      old.map { signature(of: $0.key, isOld: true) },
      new.map { signature(of: $0.key, isOld: false) })
    let equals = Dictionary(new.enumerated().map { ($1.key as? AnyHashable, $0) }) { $1 }
    pairing.pair(
      old.map { key, _ in
        let isCopied = ReflectedNode(key).object.flatMap { copy(of: $0) } != nil
        return isCopied ? nil : (key as? AnyHashable).flatMap { equals[$0] }
      })
    for ((key, value), partner) in zip(old, pairing.partners) {
      let name = ReflectedNode(key).object.map { "\(type(of: $0))" } ?? Self.text(of: key, pair)
      guard let partner else {
        lose(pair, "the \(isSet ? "member" : "key") \(name) is not in the copy")
        continue
      }
      let path = isSet ? pair.path : pair.path.appending(name)
      add(key, new[partner].key, pair, path)
      if !isSet { add(value, new[partner].value, pair, path) }
    }
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
      let node = ReflectedNode(value)
      if let object = node.object {
        let copy = isOld ? copy(of: object) : object
        signature.append(copy.map(ObjectIdentifier.init) ?? ObjectIdentifier(type(of: object)))
      } else if node.hasParts {
        let parts = node.parts
        signature += parts.map { AnyHashable($0.name) }
        values += parts.map(\.value)
      } else {
        signature.append("\(value)")
      }
    }
    return signature
  }
}

/// A storage that no value changes while it shares it with another one.
protocol CopiedBeforeChange: AnyObject {}

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
