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
      for child in fields.children where findsSecret(in: child, of: fields, under: extent) {
        return true
      }
      level = fields.superclassMirror
    }
    return false
  }

  private mutating func findsSecret(
    in child: Mirror.Child, of fields: Mirror, under extent: SecretNames.Extent
  ) -> Bool {
    func inner(_ name: String?, isCase: Bool = false) -> SecretNames.Extent {
      max(extent, name.map { names.extent(of: $0, isCase: isCase) } ?? .nothing)
    }
    guard fields.displayStyle == .dictionary else {
      return findsSecret(
        in: child.value, under: inner(child.label, isCase: fields.displayStyle == .enum))
    }
    let parts = Array(Mirror(reflecting: child.value).children)
    guard parts.count == 2 else { return false }
    let key = parts[0].value
    return findsSecret(in: key, under: extent)
      || findsSecret(in: parts[1].value, under: inner(key as? String))
  }
}
