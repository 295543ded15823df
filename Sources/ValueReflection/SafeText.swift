/// Describes a value without what must not be shown.
///
/// A value with nothing to hide keeps its description. One that contains a ``Redactable``, a part with a
/// secret name, or a type of the app that describes or reflects itself and so may show anything, is
/// rendered by reflection.
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
  if !walk.findsSecret(in: value, at: path) { return describe(value) }
  return SourceText { path, value in names.hide(value, at: path) ? SecretNames.mask : nil }
    .text(of: value, at: path)
}

/// Looks for parts of a value that must not be shown.
private struct SecretWalk {
  let names: SecretNames
  private var visited: Set<ObjectIdentifier> = []

  init(names: SecretNames) {
    self.names = names
  }

  mutating func findsSecret(in value: Any, at path: String) -> Bool {
    if names.hide(value, at: path) { return true }
    if ReflectedType.isMetatype(value) || ReflectedType.speaksForItself(value) { return true }
    let mirror = Mirror(reflecting: value)
    if ReflectedType.isSystem(value), !(value is any RangeOfBounds) {
      // Of the system's types only containers hold values of an app.
      guard let style = mirror.displayStyle, style != .struct, style != .class else { return false }
    }
    if mirror.displayStyle == .class,
      !visited.insert(ObjectIdentifier(value as AnyObject)).inserted
    {
      return false
    }
    var level: Mirror? = mirror
    while let fields = level {
      for child in fields.children where findsSecret(in: child, of: fields) { return true }
      level = fields.superclassMirror
    }
    return false
  }

  private mutating func findsSecret(in child: Mirror.Child, of fields: Mirror) -> Bool {
    // Only the new component decides here: the path above it has been looked at.
    guard fields.displayStyle == .dictionary else {
      let name = DifferencePath.component(child.label ?? "0")
      return findsSecret(in: child.value, at: name)
    }
    let parts = Array(Mirror(reflecting: child.value).children)
    guard parts.count == 2 else { return false }
    let key = parts[0].value
    if findsSecret(in: key, at: "") { return true }
    let name = (key as? String).map(DifferencePath.component) ?? "0"
    return findsSecret(in: parts[1].value, at: name)
  }
}
