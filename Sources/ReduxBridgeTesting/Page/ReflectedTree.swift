import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// Values as trees, by reflection: to show them under the names that mismatches have.
///
/// A secret that can be encoded is a token, so that its changes show.
struct ReflectedTree {
  /// A value that was rendered before: its parts that are equal to the present ones are not rendered again.
  typealias Earlier = (value: Any, tree: JSONValue)

  private let redactor: Redactor
  private let encoder: RecordingEncoder

  init(redactor: Redactor) {
    self.redactor = redactor
    encoder = RecordingEncoder(tokens: SecretTokens(keepingTokens: true), redactor: redactor)
  }

  /// The tree of a state that is an object, in its encoded form.
  func tree(ofObject state: any Encodable) -> JSONValue {
    (try? encoder.encode(state).tree) ?? .string("not shown: it cannot be encoded")
  }

  /// The tree of a value at a path.
  func tree(of value: Any, at path: String = "", earlier: Earlier? = nil) -> JSONValue {
    if let earlier, Self.areEqual(earlier.value, value) { return earlier.tree }
    if let text = value as? String, text.hasPrefix(SecretTokens.prefix) { return .string(text) }
    if let shown = redactor.replacement(for: value, at: path) {
      return shown == Redactor.mask ? token(of: value) : .string(shown)
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
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { tree(of: $0.value, at: path) } ?? .null
    case .collection: return .array(parts(mirror, at: path, earlier).map(\.value))
    case .set:
      let elements = mirror.children.map { tree(of: $0.value, at: path) }
      return .array(elements.sorted { $0.jsonText < $1.jsonText })
    case .dictionary: return dictionary(mirror, at: path)
    case .enum: return enumCase(value, mirror, at: path)
    case .tuple: return .object(parts(mirror, at: path, nil))
    case .struct where !ReflectedType.isSystem(value):
      return .object(parts(mirror, at: path, earlier))
    default: return .string(redactor.text(of: value, at: path))
    }
  }

  /// Whether two values are equal by their `==`.
  static func areEqual(_ old: Any, _ new: Any) -> Bool {
    func compare<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    return (old as? any Equatable).map { compare($0) } ?? false
  }

  private func token(of value: Any) -> JSONValue {
    let tree = (value as? any Encodable).flatMap { try? encoder.encode(Hidden(value: $0)).tree }
    guard let tree, tree != .null else { return .string(Redactor.mask) }
    return tree
  }

  /// Hides what it holds, whatever its type and name.
  private struct Hidden: Encodable, Redactable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private func dictionary(_ mirror: Mirror, at path: String) -> JSONValue {
    let members = mirror.children.compactMap { child -> JSONValue.Member? in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard let key = pair.first, let value = pair.dropFirst().first else { return nil }
      let name = redactor.name(of: key, in: path)
      return .init(name: name, value: tree(of: value, at: join(path, name)))
    }
    return .object(members.sorted { $0.name < $1.name })
  }

  private func enumCase(_ value: Any, _ mirror: Mirror, at path: String) -> JSONValue {
    guard let payload = mirror.children.first, let name = payload.label else {
      return .string(redactor.text(of: value, at: path))
    }
    let place = join(path, DifferencePath.caseComponent(name))
    return .object([.init(name: name, value: tree(of: payload.value, at: place))])
  }

  /// The parts of a value by their names or positions, next to those of an earlier one of as many parts.
  private func parts(_ mirror: Mirror, at path: String, _ earlier: Earlier?) -> [JSONValue.Member] {
    let children = Array(mirror.children)
    let old = earlier.map { Mirror(reflecting: $0.value).children.map(\.value) } ?? []
    let known: [JSONValue] =
      switch earlier?.tree {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      default: []
      }
    let isAligned = old.count == children.count && known.count == children.count
    return children.enumerated().map { index, child in
      let name = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "\(index)"
      let counterpart = isAligned ? (old[index], known[index]) : nil
      return .init(
        name: name, value: tree(of: child.value, at: join(path, name), earlier: counterpart))
    }
  }

  private func join(_ path: String, _ component: String) -> String {
    path.isEmpty ? component : "\(path).\(component)"
  }
}
