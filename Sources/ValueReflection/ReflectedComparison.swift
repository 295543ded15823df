import Foundation

/// Compares two values by reflection, and returns the places where the values differ.
///
/// Structs, classes and tuples are compared by field, arrays by position, dictionaries by key, and sets by element.
/// Enums are compared by case and then by payload, and optionals by content. If a type is `Equatable`, its own `==`
/// decides whether a part differs, so a field that `==` ignores is not reported. If two values differ by `==`, but no
/// field differs, they are reported as a whole. NaN equals NaN. ``ReflectedEquality/exact`` also finds fields that `==`
/// ignores. If the lengths of two arrays differ, their equal elements at both ends belong together.
///
/// - Parameters:
///   - old: The old value.
///   - new: The new value.
///   - limit: The maximum number of differences.
///   - equality: The rule by which two parts are equal.
///   - name: Returns the name of a dictionary key or set member at a path; by default, its description.
///   - hiding: Returns the text that replaces the value at a path. Such a value is only reported as a whole, without
///     differences inside, and so is an app's type with a custom mirror. If this is nil, no value is.
/// - Returns: The differences in the order of the fields; empty if the values are equal.
/// - Complexity: O(*n*) in the number of values on the paths to the differences.
package func reflectedDifferences<T>(
  from old: T, to new: T, limit: Int = 100, by equality: ReflectedEquality = .declared,
  naming name: @escaping (_ key: Any, _ path: String) -> String = { key, _ in "\(key)" },
  hiding: ((_ path: String, _ value: Any) -> String?)? = nil
) -> [ReflectedDifference] {
  var comparison = ReflectedComparison(
    limit: limit, equality: equality, name: name, hiding: hiding)
  comparison.compare(old, new)
  return comparison.found
}

/// The rule by which two parts of a value are equal.
package enum ReflectedEquality: Sendable {
  /// Two parts are equal by the `==` of their type, or if both are NaN.
  case declared
  /// Two parts are equal if their fields are equal: numbers have the same bits, strings the same Unicode scalars, and
  /// other system types are equal by `==`. A `==` of an app's type is not used.
  case exact
}

/// One place where two values differ, found by reflection.
///
/// A difference holds the values, and makes their texts when they are read, with secrets masked.
package struct ReflectedDifference: CustomStringConvertible {
  /// The path from the root, in which the names of cases are marked, so that their values can be masked.
  let places: [String]
  /// The old value; nil if the old side has no such element or key, or if its optional is nil.
  package let oldValue: Any?
  /// The new value; nil if the new side has no such element or key, or if its optional is nil.
  package let newValue: Any?

  /// The path from the root, for example `windows`, `2`, `brightness`; empty for the root itself.
  package var components: [String] { places.map(DifferencePath.unmarked) }

  /// The path in one string, in which the names of cases are marked.
  package var place: String { places.joined(separator: ".") }

  /// The path from the root in one string: `windows.2.brightness`.
  package var path: String { components.joined(separator: ".") }

  /// The text of the old value, made on each access.
  package var old: String { text(of: oldValue) }

  /// The text of the new value, made on each access.
  package var new: String { text(of: newValue) }

  /// The path and both values in one line.
  package var description: String {
    "\(components.isEmpty ? "(root)" : path): \(old) -> \(new)"
  }

  private func text(of value: Any?) -> String {
    value.map { safeText(of: $0, at: place) { String(reflecting: $0) } } ?? "nil"
  }
}

private struct ReflectedComparison {
  let limit: Int
  let equality: ReflectedEquality
  let name: (Any, String) -> String
  let hiding: ((String, Any) -> String?)?
  /// Whether the walk only finds out if a value differs as a whole.
  var isInsideWhole = false
  var path: [String] = []
  /// The pairs of objects that were compared, so that no pair is compared twice, even in a cycle.
  var visited: Set<[ObjectIdentifier]> = []
  var found: [ReflectedDifference] = []
  /// The number of compared pairs of NaN: NaN is unequal by `==`, but is no difference.
  var undefinedPairs = 0

  /// Lists the places where two values differ; one or both values may be missing.
  mutating func compare(
    _ old: Any?, _ new: Any?, at components: String..., asWhole isWhole: Bool = false
  ) {
    guard found.count < limit else { return }
    path += components
    defer { path.removeLast(components.count) }
    var areSame = old == nil && new == nil
    if let old, let new { areSame = compareContents(old, new, asWhole: isWhole) }
    if !areSame { found.append(ReflectedDifference(places: path, oldValue: old, newValue: new)) }
  }

  /// Lists the places inside two values where they differ; false if the values differ as a whole.
  mutating func compareContents(_ old: Any, _ new: Any, asWhole isWhole: Bool) -> Bool {
    if ReflectedType.isMetatype(old) || ReflectedType.isMetatype(new) { return true }
    let isSameType = type(of: old) == type(of: new)
    let isEqual = isSameType && equality == .declared ? areEqual(old, new) : nil
    if isEqual == true { return true }
    if isSameType, equality == .exact, let areSame = areSameBits(old, new) { return areSame }
    let (oldNode, newNode) = (ReflectedNode(old), ReflectedNode(new))
    if !isInsideWhole, oldNode.style != nil || oldNode.hasParts,
      isWhole || isHidden(old) || isHidden(new)
    {
      // An object inside can also be at a visible place, where its differences are listed.
      var inside = ReflectedComparison(limit: 1, equality: equality, name: name, hiding: nil)
      inside.isInsideWhole = true
      inside.compare(old, new)
      undefinedPairs += inside.undefinedPairs
      return inside.found.isEmpty
    }
    if oldNode.style == .optional || newNode.style == .optional {
      compare(oldNode.content, newNode.content)
      return true
    }
    guard isSameType else { return false }
    let before = (found.count, undefinedPairs)
    guard compareParts(oldNode, newNode) else { return false }
    // Only `==` distinguishes two values whose fields are equal, or hidden from reflection.
    let isDecided =
      before != (found.count, undefinedPairs) || equality == .exact && oldNode.hasParts
    return isDecided || (isEqual ?? areEqual(old, new)) != false
  }

  /// Whether a value is only compared as a whole.
  func isHidden(_ value: Any) -> Bool {
    guard let hiding else { return false }
    return ReflectedType.isOpaque(value) || hiding(path.joined(separator: "."), value) != nil
  }

  /// Lists the places where the parts of two values of one type differ; false if the values differ as a whole.
  mutating func compareParts(_ old: ReflectedNode, _ new: ReflectedNode) -> Bool {
    switch old.style {
    case .collection?: comparePositions(old.parts, new.parts)
    case .dictionary?, .set?: compareElements(elements(of: old), elements(of: new))
    case .enum?:
      guard old.isSameCase(as: new) else { return false }
      if let payload = old.payload, let other = new.payload {
        let name = DifferencePath.caseComponent(payload.name ?? "payload")
        compare(payload.value, other.value, at: name)
      }
    default:
      if let object = old.object, let other = new.object {
        let pair = [ObjectIdentifier(object), ObjectIdentifier(other)]
        guard object !== other, visited.insert(pair).inserted else { return true }
      }
      // The fields of the system's own types are private to it.
      if ReflectedType.isSystem(old.value) {
        if let isEqual = areEqual(old.value, new.value) { return isEqual }
        if old.value is any Equatable { undefinedPairs += 1 }
        return text(of: old.value) == text(of: new.value)
      }
      for (field, other) in zip(old.parts, new.parts) {
        compare(field.value, other.value, at: field.name ?? "\(field.position)")
      }
    }
    return true
  }

  /// The text of a value that may be or contain NaN, with its bits if these count.
  func text(of value: Any) -> String {
    SourceText(equality == .exact ? .exactReport : .report) { _, _ in nil }.text(of: value, at: "")
  }

  /// Compares elements by position, without the equal elements at the start and at the end of lists of another length,
  /// so that the elements after an inserted element are no differences.
  mutating func comparePositions(_ old: [ReflectedNode.Part], _ new: [ReflectedNode.Part]) {
    func areAlike(_ pair: (ReflectedNode.Part, ReflectedNode.Part)) -> Bool {
      areEqual(pair.0.value, pair.1.value) == true
    }
    var (start, end) = (0, 0)
    if equality == .declared, old.count != new.count {
      start = zip(old, new).prefix(while: areAlike).count
      let rests = (old[start...].reversed(), new[start...].reversed())
      end = zip(rests.0, rests.1).prefix(while: areAlike).count
    }
    for index in start..<(max(old.count, new.count) - end) {
      compare(
        index < old.count - end ? old[index].value : nil,
        index < new.count - end ? new[index].value : nil, at: String(index))
    }
  }

  typealias Elements = [AnyHashable: (key: Any, value: Any)]

  /// Compares the members of two sets, or the keys of two dictionaries and the values for them.
  mutating func compareElements(_ old: Elements, _ new: Elements) {
    let place = path.joined(separator: ".")
    let names = old.merging(new) { first, _ in first }.mapValues { name($0.key, place) }
    for (id, name) in names.sorted(by: { $0.value < $1.value }) {
      let count = found.count
      if let old = old[id], let new = new[id] {
        compare(old.key, new.key, at: name, asWhole: true)
      }
      if found.count == count { compare(old[id]?.value, new[id]?.value, at: name) }
    }
  }

  /// The members of a set as keys and as values, or the entries of a dictionary.
  func elements(of node: ReflectedNode) -> Elements {
    var elements: Elements = [:]
    for (key, value) in node.elements {
      guard var id = key as? AnyHashable else { continue }
      // A NaN equals no key, not even itself.
      if id != id {
        var text = text(of: key)
        while elements[text] != nil { text += "'" }
        id = text
      }
      elements[id] = (key, value)
    }
    return elements
  }
}

/// Whether two strings have the same Unicode scalars, or two floating-point numbers or dates the same bits; nil for
/// values of another type than these.
private func areSameBits(_ old: Any, _ new: Any) -> Bool? {
  func bits(_ value: Any) -> UInt64? {
    let date = (value as? Date)?.timeIntervalSinceReferenceDate
    return (date ?? (value as? any BinaryFloatingPoint).map { Double($0) })?.bitPattern
  }
  // A cast takes longer than the comparison of two types.
  let type = type(of: old)
  if type == Double.self || type == Float.self || type == CGFloat.self || type == Date.self {
    return bits(old) == bits(new)
  }
  guard type == String.self || type == Substring.self || type == Character.self else { return nil }
  return "\(old)".unicodeScalars.elementsEqual("\(new)".unicodeScalars)
}

/// The result of the type's own `==`; nil if the type has no `==`, or a value differs from itself, as NaN does.
package func areEqual(_ old: Any, _ new: Any) -> Bool? {
  func compare<Value: Equatable>(_ value: Value) -> Bool? {
    guard let other = new as? Value else { return nil }
    return value == other ? true : value == value && other == other ? false : nil
  }
  return (old as? any Equatable).flatMap { compare($0) }
}
