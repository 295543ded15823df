import Foundation

/// Describes a value with its secrets masked.
///
/// A value that contains no secret keeps its description. Otherwise, reflection makes the text, with a mask for each
/// ``Redactable`` value and each value under a secret name. Reflection also makes the text of an app's type with a
/// description or mirror of its own, and of a date whose description ends the process on some platforms.
///
/// - Parameters:
///   - value: The value.
///   - path: The path of the value; a secret name in the path masks the value.
///   - names: The secret names.
///   - describe: Returns the description of a value that contains no secret.
/// - Returns: The text.
package func safeText(
  of value: Any, at path: String = "", hiding names: SecretNames = .usual,
  describing describe: (Any) -> String
) -> String {
  var walk = SecretWalk(names: names)
  if !walk.findsSecret(in: value, under: names.extent(ofPath: path)) { return describe(value) }
  return SourceText { names.replacement(for: $1, at: $0) }.text(of: value, at: path)
}

/// Finds parts of a value that must be masked.
private struct SecretWalk {
  let names: SecretNames
  var visited: Set<ObjectIdentifier> = []

  mutating func findsSecret(in value: Any, under outer: SecretNames.Extent) -> Bool {
    if names.replacement(for: value, under: outer) != nil { return true }
    if ReflectedType.isMetatype(value) { return true }
    let isSystem = ReflectedType.isSystem(value)
    if !isSystem, CaseName.describesItself(value) { return true }
    if let date = value as? Date { return !(abs(date.timeIntervalSinceReferenceDate) <= 1e11) }
    let node = ReflectedNode(value)
    if isSystem, !ReflectedType.isRange(value), !(value is DateInterval) {
      // Of the system's types only containers hold values of an app.
      guard let style = node.style, style != .struct, style != .class else { return false }
    }
    if let object = node.object, !visited.insert(ObjectIdentifier(object)).inserted { return false }
    return node.parts.contains { findsSecret(in: $0.value, under: max(outer, extent(of: $0))) }
  }

  /// The extent to which the name of a part, or the key of a dictionary entry, masks the part.
  private func extent(of part: ReflectedNode.Part) -> SecretNames.Extent {
    switch part.step {
    case .entry(let key): names.extent(of: key as? String ?? "")
    case .payload(let name?): names.extent(of: name, isCase: true)
    default: names.extent(of: part.name ?? "")
    }
  }
}
