import Foundation

/// Compares two values by reflection, and returns the places where the values differ.
///
/// Structs, classes and tuples are compared by field, arrays by position, dictionaries by key, and sets by element.
/// Enums are compared by case and then by payload, and optionals by content. If a type is `Equatable`, its own `==`
/// decides whether a part differs, so a field that `==` ignores is not reported. If two values differ by `==`, but no
/// field differs, they are reported as a whole. NaN equals NaN. ``ReflectedEquality/exact`` also finds fields that `==`
/// ignores.
///
/// - Parameters:
///   - old: The old value.
///   - new: The new value.
///   - limit: The maximum number of differences.
///   - equality: The rule by which two parts are equal.
///   - aligningElements: Whether the elements after an inserted or removed element are compared with their
///     counterparts; otherwise, elements are compared by position.
///   - name: Returns the name of a dictionary key or set member at a path; by default, its description.
///   - isWhole: Returns whether the value at a path is only reported as a whole, without differences inside.
/// - Returns: The differences in the order of the fields; empty if the values are equal.
/// - Complexity: O(*n*) in the number of values on the paths to the differences.
package func reflectedDifferences<T>(
  from old: T, to new: T, limit: Int = 100, by equality: ReflectedEquality = .declared,
  aligningElements: Bool = false,
  naming name: @escaping (_ key: Any, _ path: [String]) -> String = { key, _ in "\(key)" },
  whole isWhole: @escaping (_ value: Any, _ path: [String]) -> Bool = { _, _ in false }
) -> [ReflectedDifference] {
  var comparison = ReflectedComparison(
    limit: limit, equality: equality, aligningElements: aligningElements, name: name,
    isWhole: isWhole)
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
  typealias Part = ReflectedNode.Part

  let limit: Int
  let equality: ReflectedEquality
  let aligningElements: Bool
  let name: (Any, [String]) -> String
  let isWhole: (Any, [String]) -> Bool
  var path: [String] = []
  /// The pairs of objects that were compared, so that no pair is compared twice, even in a cycle.
  var visited: Set<[ObjectIdentifier]> = []
  var found: [ReflectedDifference] = []
  /// The number of compared pairs of NaN: NaN is unequal by `==`, but is no difference.
  var undefinedPairs = 0

  var isFull: Bool { found.count >= limit }

  mutating func report(_ old: Any?, _ new: Any?) {
    guard !isFull else { return }
    found.append(ReflectedDifference(places: path, oldValue: old, newValue: new))
  }

  mutating func descend(_ component: String, _ body: (inout Self) -> Void) {
    guard !isFull else { return }
    path.append(component)
    body(&self)
    path.removeLast()
  }

  mutating func compare(_ old: Any, _ new: Any) {
    guard !isFull, !ReflectedType.isMetatype(old), !ReflectedType.isMetatype(new) else { return }
    let isSameType = type(of: old) == type(of: new)
    let equality = isSameType && self.equality == .declared ? areEqual(old, new) : nil
    if equality == true { return }
    if isSameType, let bits = FloatingPointBits(old), let other = FloatingPointBits(new) {
      if bits.isNaN, other.isNaN { undefinedPairs += 1 }
      let isSame = self.equality == .exact ? bits == other : bits.isNaN && other.isNaN
      return isSame ? () : report(old, new)
    }
    if isWhole(old, path) || isWhole(new, path) { return compareWhole(old, new) }
    if self.equality == .exact, let areSame = haveSameScalars(old, new) {
      return areSame ? () : report(old, new)
    }
    let (oldNode, newNode) = (ReflectedNode(old), ReflectedNode(new))
    if oldNode.style == .optional || newNode.style == .optional {
      return compareOptionals(oldNode, newNode)
    }
    guard isSameType else { return report(old, new) }
    let before = (found.count, undefinedPairs)
    compareParts(oldNode, newNode)
    guard (found.count, undefinedPairs) == before else { return }
    // Only `==` can tell the two apart: their fields are equal, or hidden from reflection.
    let isOpaque = equality == nil && !oldNode.hasParts
    if equality ?? (isOpaque ? areEqual(old, new) : nil) == false { report(old, new) }
  }

  /// Reports two values as a whole if they differ.
  mutating func compareWhole(_ old: Any, _ new: Any) {
    var inside = ReflectedComparison(
      limit: 1, equality: equality, aligningElements: false, name: name,
      isWhole: { _, _ in false })
    inside.compare(old, new)
    undefinedPairs += inside.undefinedPairs
    if !inside.found.isEmpty { report(old, new) }
  }

  mutating func compareParts(_ old: ReflectedNode, _ new: ReflectedNode) {
    switch old.style {
    case .collection?: comparePositions(old.parts, new.parts)
    case .dictionary?, .set?: compareElements(old, new)
    case .enum?: compareCases(old, new)
    case .class?: compareObjects(old, new)
    default:
      // The fields of the system's own types are private to it.
      if ReflectedType.isSystem(old.value) { return compareLeaves(old.value, new.value) }
      compareFields(old.parts, new.parts)
    }
  }

  mutating func compareOptionals(_ old: ReflectedNode, _ new: ReflectedNode) {
    func content(_ node: ReflectedNode) -> Any? {
      node.style == .optional ? node.parts.first?.value : node.value
    }
    compareEither(content(old), content(new))
  }

  /// Compares two values, of which one or both may be missing.
  mutating func compareEither(_ old: Any?, _ new: Any?) {
    if let old, let new { return compare(old, new) }
    if old != nil || new != nil { report(old, new) }
  }

  /// Compares elements by position; with `aligningElements`, the method first skips the equal elements at the start and
  /// at the end, so that the elements after an inserted element are no differences.
  mutating func comparePositions(_ old: [Part], _ new: [Part]) {
    var (start, end) = (0, 0)
    if aligningElements, old.count != new.count {
      let common = min(old.count, new.count)
      while start < common, areEqual(old[start].value, new[start].value) == true { start += 1 }
      while end < common - start,
        areEqual(old[old.count - 1 - end].value, new[new.count - 1 - end].value) == true
      {
        end += 1
      }
    }
    for index in start..<(max(old.count, new.count) - end) {
      descend(String(index)) {
        $0.compareEither(
          index < old.count - end ? old[index].value : nil,
          index < new.count - end ? new[index].value : nil)
      }
    }
  }

  /// Compares the members of two sets, or the keys of two dictionaries and the values for them.
  mutating func compareElements(_ old: ReflectedNode, _ new: ReflectedNode) {
    let (old, new) = (elements(of: old), elements(of: new))
    let names = old.merging(new) { first, _ in first }.mapValues { name($0.key, path) }
    for (id, name) in names.sorted(by: { $0.value < $1.value }) {
      descend(name) { walk in
        guard let old = old[id], let new = new[id] else {
          return walk.report(old[id]?.value, new[id]?.value)
        }
        let count = walk.found.count
        walk.compareWhole(old.key, new.key)
        if walk.found.count == count { walk.compare(old.value, new.value) }
      }
    }
  }

  /// The members of a set as keys and as values, or the entries of a dictionary.
  ///
  /// A NaN, which equals no other key, is identified by its bits.
  private func elements(of node: ReflectedNode) -> [AnyHashable: (key: Any, value: Any)] {
    var elements: [AnyHashable: (key: Any, value: Any)] = [:]
    for part in node.parts {
      var key = part.value
      if case .key = part.step { continue }
      if case .entry(let own) = part.step { key = own }
      guard var id = key as? AnyHashable else { continue }
      if var bits = FloatingPointBits(key), bits.isNaN {
        if equality == .declared { bits.bits = 0 }
        while elements[bits] != nil { bits.ordinal += 1 }
        id = bits
      }
      elements[id] = (key, part.value)
    }
    return elements
  }

  mutating func compareCases(_ old: ReflectedNode, _ new: ReflectedNode) {
    guard let oldCase = old.payload, let newCase = new.payload,
      oldCase.name == newCase.name
    else {
      // A case without payload has no part: its name is its description.
      let isSame = !old.hasParts && !new.hasParts && "\(old.value)" == "\(new.value)"
      return isSame ? () : report(old.value, new.value)
    }
    descend(DifferencePath.caseComponent(oldCase.name ?? "payload")) {
      $0.compare(oldCase.value, newCase.value)
    }
  }

  mutating func compareObjects(_ old: ReflectedNode, _ new: ReflectedNode) {
    guard let oldObject = old.object, let newObject = new.object, oldObject !== newObject,
      visited.insert([ObjectIdentifier(oldObject), ObjectIdentifier(newObject)]).inserted
    else { return }
    compareFields(old.parts, new.parts)
  }

  mutating func compareFields(_ old: [Part], _ new: [Part]) {
    for (field, other) in zip(old, new) {
      descend(field.name ?? "\(field.position)") { $0.compare(field.value, other.value) }
    }
  }

  mutating func compareLeaves(_ old: Any, _ new: Any) {
    switch areEqual(old, new) {
    case nil: if String(reflecting: old) != String(reflecting: new) { report(old, new) }
    case false?: report(old, new)
    case true?: return
    }
  }
}

/// The bits of a floating-point number or of a date, whose `==` compares numbers.
private struct FloatingPointBits: Hashable {
  var bits: UInt64
  let isNaN: Bool
  /// The number of earlier values with the same bits in the set or dictionary.
  var ordinal = 0

  init?(_ value: Any) {
    // A cast takes longer than the comparison of two types.
    let type = type(of: value)
    guard type == Double.self || type == Float.self || type == CGFloat.self || type == Date.self
    else { return nil }
    switch value {
    case let value as Double: (bits, isNaN) = (value.bitPattern, value.isNaN)
    case let value as Float: (bits, isNaN) = (UInt64(value.bitPattern), value.isNaN)
    case let value as CGFloat: (bits, isNaN) = (UInt64(value.native.bitPattern), value.isNaN)
    case let value as Date:
      let interval = value.timeIntervalSinceReferenceDate
      (bits, isNaN) = (interval.bitPattern, interval.isNaN)
    default: return nil
    }
  }
}

/// Whether two strings have the same Unicode scalars; nil for other values.
private func haveSameScalars(_ old: Any, _ new: Any) -> Bool? {
  func text(_ value: Any) -> String? {
    value as? String ?? (value as? Substring).map(String.init)
      ?? (value as? Character).map { String($0) }
  }
  guard let old = text(old), let new = text(new) else { return nil }
  return old.unicodeScalars.elementsEqual(new.unicodeScalars)
}

/// The result of the type's own `==`, or nil if the type has no `==`.
package func areEqual(_ old: Any, _ new: Any) -> Bool? {
  func compare<Value: Equatable>(_ value: Value) -> Bool? {
    (new as? Value).map { $0 == value }
  }
  guard let old = old as? any Equatable else { return nil }
  return compare(old)
}
