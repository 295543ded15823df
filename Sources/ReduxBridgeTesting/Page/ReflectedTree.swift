import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// Values as trees, by reflection: to show them under the names that mismatches have, `Codable` or not.
struct ReflectedTree {
  /// A value that was rendered before: its parts that are equal to the present ones are not rendered again.
  typealias Earlier = (value: Any, tree: JSONValue)

  let redactor: Redactor
  /// A secret is a token, so that its changes show.
  let tokens = SecretTokens(keepingTokens: true)

  /// The tree of a value at a path.
  func tree(of value: Any, at path: String = "", earlier: Earlier? = nil) -> JSONValue {
    if let earlier, areEqual(earlier.value, value) == true { return earlier.tree }
    if let shown = redactor.replacement(for: value, at: path) {
      return .string(
        shown == Redactor.mask ? tokens.token(for: value as? String ?? "\(value)") : shown)
    }
    switch value {
    case let text as String: return .string(text)
    case let flag as Bool: return .bool(flag)
    case let number as any FixedWidthInteger: return .number("\(number)")
    case let number as Double where number.isFinite: return .number("\(number)")
    default: break
    }
    if ReflectedType.isMetatype(value) || ReflectedType.isOpaque(value) {
      return .string(redactor.text(of: value, at: path))
    }
    let node = ReflectedNode(value)
    switch node.style {
    case .optional: return node.parts.first.map { tree(of: $0.value, at: path) } ?? .null
    case .collection: return .array(members(node, at: path, earlier).map(\.value))
    case .set:
      let elements = node.parts.map { tree(of: $0.value, at: path) }
      return .array(elements.sorted { $0.jsonText < $1.jsonText })
    case .dictionary:
      let members = node.elements.map { key, value in
        let name = redactor.name(of: key, in: path)
        let place = DifferencePath.join(path, name)
        return JSONValue.Member(name: name, value: tree(of: value, at: place))
      }
      return .object(members.sorted { $0.name < $1.name })
    case .enum:
      guard let payload = node.payload, let name = payload.name else { break }
      let place = DifferencePath.join(path, DifferencePath.caseComponent(name))
      return .object([.init(name: name, value: tree(of: payload.value, at: place))])
    case .tuple: return .object(members(node, at: path, nil))
    case .struct where !ReflectedType.isSystem(value):
      return .object(members(node, at: path, earlier))
    default: break
    }
    return .string(redactor.text(of: value, at: path))
  }

  /// The parts of a value by their names or positions, next to those of an earlier one of as many parts.
  private func members(
    _ node: ReflectedNode, at path: String, _ earlier: Earlier?
  ) -> [JSONValue.Member] {
    let parts = node.parts
    let old = earlier.map { ReflectedNode($0.value).parts } ?? []
    let known: [JSONValue] =
      switch earlier?.tree {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      default: []
      }
    let isAligned = old.count == parts.count && known.count == parts.count
    return parts.map { part in
      let name = part.name ?? "\(part.position)"
      let counterpart = isAligned ? (old[part.position].value, known[part.position]) : nil
      let place = DifferencePath.join(path, name)
      return .init(name: name, value: tree(of: part.value, at: place, earlier: counterpart))
    }
  }
}
