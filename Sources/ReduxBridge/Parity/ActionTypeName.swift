import ReferenceRedux
import ValueReflection

/// Returns the names of an action's enum cases, joined by dots; for other actions, the name of the type.
///
/// The name of `.theme(.setBrightness(0.3))` is `theme.setBrightness`. A name never contains a value such as 0.3, or a
/// text that an action's own `description` returns. In an enum that is `CustomStringConvertible`, the name of a case
/// without a payload is therefore the position of the case, such as `ThemeAction.allCases[2]`, or the name of the enum
/// if the enum is not `CaseIterable`. The name of a `ReduxAction` that is no enum, or that has a custom mirror, is its
/// `identifier`. The name ends after a case with a secret name (see ``Redactor/secretNames``), and before a payload
/// whose type is ``Redactable``. If the action itself is a `Redactable` enum, its name is the name of the enum.
///
/// If the action type of a store is a protocol, two conforming types can have a case of the same name. By default,
/// ``ParityOptions`` therefore puts the type first: `TodoAction.reset`. The type is not added if only the payload of a
/// case, or a property of a wrapper, has a protocol as its type; for such actions, pass your own closure `actionType`.
///
/// - Parameter action: The action.
/// - Returns: The name by which ledgers count the action.
public func actionTypeName(of action: Any) -> String {
  name(of: action, isQualified: false)
}

/// Returns the name of an action, with its type if the static type of the action is another one.
package func qualifiedActionTypeName<Action>(of action: Action) -> String {
  let boxed: Any = action
  return name(of: boxed, isQualified: type(of: boxed) != Action.self)
}

private func name(of action: Any, isQualified: Bool) -> String {
  switch Nature.of(action) {
  case .enumeration(let describesItself, let isRedactable):
    guard !isRedactable else { return SourceText.typeName(type(of: action)) }
    let owner = isQualified ? SourceText.typeName(type(of: action)) + "." : ""
    guard let payload = ReflectedNode(action).payload, let name = payload.name else {
      if !describesItself { return "\(owner)\(action)" }
      return CaseName.place(action) ?? SourceText.typeName(type(of: action))
    }
    guard !ReflectedType.isMetatype(payload.value),
      Nature.of(payload.value).isNamedByCase, !Nature.isSecret(name)
    else { return owner + name }
    return "\(owner)\(name).\(actionTypeName(of: payload.value))"
  case .other(let typeName):
    return (action as? any ReduxAction)?.identifier ?? typeName
  }
}

/// How the name of a value is found, by its type.
///
/// It is determined once per type: every action needs a name, and a check for a protocol conformance
/// takes longer than looking up the type.
private enum Nature: Sendable {
  /// An enum as the language reflects it.
  case enumeration(describesItself: Bool, isRedactable: Bool)
  /// Anything else, such as a type with a custom mirror, which may differ from value to value.
  case other(typeName: String)

  private static let known = Locked<[ObjectIdentifier: Nature]>([:])

  static func of(_ value: Any) -> Nature {
    let type = ObjectIdentifier(type(of: value))
    if let nature = known.withLock({ $0[type] }) { return nature }
    let nature = Nature(of: value)
    known.withLock { $0[type] = nature }
    return nature
  }

  private init(of value: Any) {
    if !(value is any CustomReflectable), ReflectedNode(value).style == .enum {
      self = .enumeration(
        describesItself: CaseName.describesItself(value), isRedactable: value is any Redactable)
    } else {
      self = .other(typeName: SourceText.typeName(type(of: value)))
    }
  }

  private static let secretNames = Locked<[String: Bool]>([:])

  /// Whether the name of a case says that its payload is not shown.
  static func isSecret(_ name: String) -> Bool {
    if let isSecret = secretNames.withLock({ $0[name] }) { return isSecret }
    let isSecret = SecretNames.usual.extent(of: name, isCase: true) > .nothing
    secretNames.withLock { $0[name] = isSecret }
    return isSecret
  }

  /// Whether a value of this nature is an enum whose case may be named.
  var isNamedByCase: Bool {
    if case .enumeration(_, isRedactable: false) = self { true } else { false }
  }
}
