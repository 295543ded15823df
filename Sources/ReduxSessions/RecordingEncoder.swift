package import Foundation
package import ReduxBridge
import ValueReflection

/// Encodes values as a recording holds them: in the form that `JSONDecoder` reads, each secret replaced by a token.
///
/// The redactor decides which values are secrets: by type, and by the names of properties, cases, labels and
/// keys. Where a type with a secret property encodes under names that are no properties, all of these are
/// hidden, since a coding key may rename the secret one. A number or UUID named `id` in the payload of a case
/// with a secret name stays. Each value that another one replaces is counted.
///
/// Confined to one thread at a time: it remembers what it found of types and names.
package final class RecordingEncoder {
  private let tokens: SecretTokens?
  private let redactor: Redactor
  private var facts: [ObjectIdentifier: TypeFacts] = [:]
  private var extents: [String: SecretNames.Extent] = [:]
  /// Whether a secret had to be left out, because its type has no token.
  private var leavesOut = false
  private var maskedValues = 0

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - tokens: The tokens in place of secrets; nil to encode values as they are.
  ///   - redactor: Decides what is a secret.
  package init(tokens: SecretTokens? = nil, redactor: Redactor = Redactor()) {
    (self.tokens, self.redactor) = (tokens, redactor)
  }

  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - root: The first component of the paths that the redactor receives; nil for none.
  /// - Returns: The tree, whether it can be decoded to a value of the same type, and the number of its values
  ///   that are masked.
  /// - Throws: Errors of the value's own encoding, and for more than 200 levels, as of a cycle.
  package func encode(
    _ value: any Encodable, below root: String? = nil
  ) throws -> (tree: JSONValue, isComplete: Bool, masked: Int) {
    (leavesOut, maskedValues) = (false, 0)
    let node = RecordingNode()
    try encode(value, in: node, at: Place(path: root.map { PathStep(name: $0, parent: nil) }))
    return (node.tree, !leavesOut, maskedValues)
  }

  func encode<Value: Encodable>(
    _ value: Value, in node: RecordingNode, at place: Place
  ) throws {
    guard place.depth < 200 else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: place.codingPath, debugDescription: "more than 200 levels"))
    }
    let facts = facts(of: value)
    var place = place
    place.depth += 1
    place.owner = facts
    if tokens != nil {
      if facts.isRedactable || redactor.replacement?(place.path?.text ?? "", value) != nil {
        place.hides = .everything
      }
      // These are neither texts nor numbers, and encode themselves as numbers.
      if place.hides == .textsAndNumbers, value is Date || value is Duration {
        place.hides = .nothing
      }
    }
    if let leaf = leaf(value, isSystem: facts.isSystem, nil) {
      return node.set(masked(value, leaf, isSystem: facts.isSystem, place))
    }
    if facts.isEnum, let tokens {
      if place.hides == .everything {
        maskedValues += 1
        if tokens.isMark { return node.set(SecretTokens.mark) }
        guard let other = otherCase(of: value) else {
          leavesOut = true
          return node.set(.null)
        }
        place.hides = .nothing
        return try other.encode(to: ValueEncoder(encoder: self, node: node, place: place))
      }
      // The case is shown, and what it carries may not be.
      let payload = ReflectedNode(value).payload
      let extent = payload?.name.map { self.extent(of: $0, isCase: true) } ?? .nothing
      place.hides = payload == nil ? .nothing : max(place.hides, extent)
    }
    try value.encode(to: ValueEncoder(encoder: self, node: node, place: place))
    if facts.isUnordered { node.sort(byPairs: facts.isDictionary) }
    // The tokens of two bounds are in any order, and a range takes one.
    if place.hides > .nothing, value is any RangeExpression,
      let type = Value.self as? any Decodable.Type,
      (try? Self.makeDecoder().decode(type, from: Data(node.tree.bytes))) == nil
    {
      node.reverse()
    }
    if node.content == .none { node.begin(.object) }
  }

  /// The token of a dictionary's key.
  func token(forKey name: String) -> String {
    guard let tokens else { return name }
    maskedValues += 1
    if tokens.isMark { return name.hasPrefix(SecretTokens.prefix) ? name : Redactor.mask }
    return Int(name).map { "\(tokens.token(for: $0))" } ?? tokens.token(for: name)
  }

  /// How much a name hides of the values under it.
  ///
  /// The name may be a key, and so a secret itself: one in `place` is remembered only if it is shown.
  func extent(
    of name: String, isCase: Bool = false, in place: Place? = nil
  ) -> SecretNames.Extent {
    guard tokens != nil else { return .nothing }
    if let known = extents[name] { return isCase && known < .everything ? .nothing : known }
    let extent = redactor.names.extent(of: name)
    // The keys of dictionaries are names, too: as many as there are data.
    if extents.count < 4_096, place?.hidesKeys != true { extents[name] = extent }
    return isCase && extent < .everything ? .nothing : extent
  }

  /// A leaf, or its replacement.
  private func masked(
    _ value: Any, _ plain: JSONValue, isSystem: Bool, _ place: Place
  ) -> JSONValue {
    guard let tokens else { return plain }
    var other: JSONValue?
    if place.hides > .nothing {
      other = leaf(value, isSystem: isSystem, tokens)
      // Code tests for a flag or an empty text and assigns them, so that a token would change what it does.
      if value is Bool || plain == .string("") { return plain }
    } else if redactor.names.hidesUserInfo, let text = plain.text {
      other = SecretNames.maskingUserInfo(in: text) { tokens.token(for: $0) }.map { .string($0) }
    }
    guard let other else { return plain }
    maskedValues += 1
    let isToken = plain.text?.hasPrefix(SecretTokens.prefix) == true
    return tokens.isMark ? isToken ? plain : SecretTokens.mark : other
  }

  private func otherCase(of value: Any) -> (any Encodable)? {
    func other<Case: CaseIterable & Equatable & Encodable>(_ value: Case) -> (any Encodable)? {
      tokens?.token(for: value)
    }
    guard let value = value as? any CaseIterable & Equatable & Encodable else { return nil }
    return other(value)
  }

  /// The literal, or the token, of a value that is one literal; nil for any other.
  private func leaf(_ value: Any, isSystem: Bool, _ tokens: SecretTokens?) -> JSONValue? {
    func token(for number: some FixedWidthInteger) -> JSONValue {
      .number(tokens?.token(for: number) ?? number)
    }
    switch value {
    case let text as String: return .string(tokens?.token(for: text) ?? text)
    // Kept: code assigns both of its values, and a token would be one of them.
    case let flag as Bool: return .bool(flag)
    case let number as Double: return Self.number(tokens?.token(for: number) ?? number)
    case let number as Float:
      return Self.number(tokens.map { Float($0.token(for: Double(number))) } ?? number)
    case let id as UUID: return .string((tokens?.token(for: id) ?? id).uuidString)
    case let data as Data:
      return .string((tokens?.token(for: data) ?? data).base64EncodedString())
    case let url as URL: return .string(tokens?.token(for: url) ?? url.absoluteString)
    case let number as Decimal:
      let token = tokens.map { "\($0.token(for: NSDecimalNumber(decimal: number).doubleValue))" }
      return .number(token ?? "\(number)")
    case let number as any FixedWidthInteger where isSystem: return token(for: number)
    default: return nil
    }
  }

  /// Numbers that JSON cannot express are strings, which ``makeDecoder()`` knows.
  private static func number(_ number: some BinaryFloatingPoint) -> JSONValue {
    if number.isNaN { return .string("NaN") }
    if number.isInfinite { return .string(number < 0 ? "-Infinity" : "Infinity") }
    return .number("\(number)")
  }

  /// The decoder for what this encoder writes.
  package static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }

  private func facts(of value: Any) -> TypeFacts {
    let id = ObjectIdentifier(type(of: value))
    if let known = facts[id] { return known }
    let made = TypeFacts(of: value) { extent(of: $0) }
    facts[id] = made
    return made
  }
}

/// The facts of a type that decide how its values are recorded; found once per type.
final class TypeFacts {
  let isSystem: Bool
  let isRedactable: Bool
  let isEnum: Bool
  let isDictionary: Bool
  /// Whether the elements are in an order that differs from run to run.
  let isUnordered: Bool
  /// Whether the keys of a dictionary are secrets by their type.
  let hasRedactableKeys: Bool
  /// The names of the stored properties, if one of them is a secret; nil otherwise.
  let names: Set<String>?
  /// How much these hide.
  let hides: SecretNames.Extent

  init(of value: Any, extent: (String) -> SecretNames.Extent) {
    isSystem = ReflectedType.isSystem(value)
    isRedactable = value is any Redactable || ReflectedType.isOpaque(value)
    let node = ReflectedNode(value)
    isEnum = !isSystem && node.style == .enum
    isDictionary = value is any KeyedByType
    isUnordered = isDictionary || node.style == .set
    hasRedactableKeys = (value as? any KeyedByType).map { type(of: $0).hasRedactableKeys } ?? false
    var names: Set<String> = []
    // The labels of a mirror of its own may be secrets.
    if !isSystem, !isEnum, !isRedactable {
      // A property wrapper stores its property under the name with an underscore.
      names = Set(
        node.parts.compactMap(\.name).map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 })
    }
    hides = names.map(extent).max() ?? .nothing
    self.names = hides > .nothing ? names : nil
  }
}

/// A dictionary, independent of its types.
private protocol KeyedByType {
  static var hasRedactableKeys: Bool { get }
}

extension Dictionary: KeyedByType {
  static var hasRedactableKeys: Bool { Key.self is any Redactable.Type }
}

/// The place of a value, and how much of it is hidden.
struct Place {
  var path: PathStep?
  var hides = SecretNames.Extent.nothing
  var depth = 0
  /// The type that encodes here.
  var owner: TypeFacts?
  /// Whether the payload of an enum case is encoded here.
  var isPayload = false

  /// Whether the keys of a dictionary here are secrets.
  var hidesKeys: Bool { hides > .nothing || owner?.hasRedactableKeys == true }

  var codingPath: [any CodingKey] {
    path.map { sequence(first: $0, next: \.parent).reversed() } ?? []
  }

  /// The place of a child.
  func child(_ name: String, hiding extent: SecretNames.Extent = .nothing) -> Place {
    Place(path: PathStep(name: name, parent: path), hides: max(hides, extent), depth: depth)
  }
}

final class PathStep: CodingKey {
  let stringValue: String
  let parent: PathStep?
  var intValue: Int? { Int(stringValue) }

  init(name: String, parent: PathStep?) {
    (stringValue, self.parent) = (name, parent)
  }

  convenience init?(stringValue: String) { self.init(name: stringValue, parent: nil) }
  convenience init?(intValue: Int) { self.init(name: "\(intValue)", parent: nil) }

  /// Whether a number of this name identifies something: `.editPassword(id: 7, to: "...")` must still find
  /// what it changes.
  static func namesIdentifier(_ name: String) -> Bool {
    ["id", "index"].contains(name)
      || ["ID", "Id", "Index"].contains { name.hasSuffix($0) }
  }

  /// The path as the redactor receives it, without the names of payloads that have none.
  var text: String {
    let isUnnamed = stringValue.hasPrefix("_") && Int(stringValue.dropFirst()) != nil
    let own = isUnnamed ? "" : DifferencePath.component(stringValue)
    guard let parent else { return own }
    return isUnnamed ? parent.text : "\(parent.text).\(own)"
  }
}
