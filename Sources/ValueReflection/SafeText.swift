import Foundation

/// Describes a value without what must not be shown.
///
/// A value with nothing to hide keeps its description. One that contains a ``Redactable``, a part with a
/// secret name, or a type of the app that describes or reflects itself and so may show anything, is
/// rendered by reflection; so is a date whose description ends the process on some platforms.
///
/// - Parameters:
///   - value: The value.
///   - path: Its path, whose names count as well.
///   - names: The names that hide.
///   - describe: The description of a value with nothing to hide.
/// - Returns: The text.
package func safeText(
  of value: Any, at path: String = "", hiding names: SecretNames = .usual,
  describing describe: (Any) -> String
) -> String {
  var walk = SecretWalk(names: names)
  if !walk.findsSecret(in: value, under: names.extent(ofPath: path)) { return describe(value) }
  return SourceText { names.replacement(for: $1, at: $0) }.text(of: value, at: path)
}

/// Looks for parts of a value that must not be shown.
private struct SecretWalk {
  let names: SecretNames
  private var visited: Set<ObjectIdentifier> = []

  init(names: SecretNames) {
    self.names = names
  }

  mutating func findsSecret(in value: Any, under extent: SecretNames.Extent) -> Bool {
    if value is any Redactable || names.replacement(for: value, under: extent) != nil {
      return true
    }
    if ReflectedType.isMetatype(value) || ReflectedType.speaksForItself(value) { return true }
    if let date = value as? Date { return !(abs(date.timeIntervalSinceReferenceDate) <= 1e11) }
    let node = ReflectedNode(value)
    if ReflectedType.isSystem(value), !ReflectedType.isRange(value), !(value is DateInterval) {
      // Of the system's types only containers hold values of an app.
      guard let style = node.style, style != .struct, style != .class else { return false }
    }
    if let object = node.object, !visited.insert(ObjectIdentifier(object)).inserted { return false }
    return node.parts.contains {
      findsSecret(in: $0.value, under: max(extent, names.extent(of: $0)))
    }
  }
}

extension SecretNames {
  /// How much the name of a part hides, or the key that it is the value of.
  fileprivate func extent(of part: ReflectedNode.Part) -> Extent {
    switch part.step {
    case .entry(let key): (key as? String).map { extent(of: $0) } ?? .nothing
    case .payload(let name?): extent(of: name, isCase: true)
    default: part.name.map { extent(of: $0) } ?? .nothing
    }
  }
}
