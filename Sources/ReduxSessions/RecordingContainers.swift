import Foundation
import ReduxBridge

/// A tree under construction: a container that is encoded later still has its place.
final class RecordingNode {
  enum Content {
    case none, leaf, array, object
  }

  private(set) var content = Content.none
  private var leaf = JSONValue.null
  private var elements: [RecordingNode] = []
  private var names: [String] = []

  var count: Int { elements.count }

  func set(_ value: JSONValue) {
    (content, leaf) = (.leaf, value)
  }

  func begin(_ content: Content) {
    if self.content == .none { self.content = content }
  }

  func append(_ name: String? = nil) -> RecordingNode {
    let node = RecordingNode()
    elements.append(node)
    if let name { names.append(name) }
    return node
  }

  /// Sorts what a set or a dictionary encoded, so that equal ones have equal trees.
  func sort(byPairs: Bool) {
    switch content {
    case .object:
      let sorted = zip(names, elements).sorted { $0.0 < $1.0 }
      (names, elements) = (sorted.map(\.0), sorted.map(\.1))
    case .array:
      let step = byPairs ? 2 : 1
      guard elements.count % step == 0 else { return }
      let groups = stride(from: 0, to: elements.count, by: step).map { index in
        (elements[index].tree.jsonText, elements[index..<(index + step)])
      }
      elements = groups.sorted { $0.0 < $1.0 }.flatMap(\.1)
    case .none, .leaf: break
    }
  }

  var tree: JSONValue {
    switch content {
    case .none, .leaf: leaf
    case .array: .array(elements.map(\.tree))
    case .object: .object(zip(names, elements).map { .init(name: $0, value: $1.tree) })
    }
  }
}

/// The encoder that one value receives.
struct ValueEncoder: Encoder {
  let encoder: RecordingEncoder
  let node: RecordingNode
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.begin(.object)
    return KeyedEncodingContainer(
      KeyedRecording<Key>(encoder: encoder, node: node, place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.begin(.array)
    return UnkeyedRecording(encoder: encoder, node: node, place: place.renamed)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleRecording(encoder: encoder, node: node, place: place.renamed)
  }
}

extension Place {
  /// The place for what a type encodes without names of its properties: hidden if one is a secret.
  fileprivate var renamed: Place {
    var place = self
    place.isHidden = isHidden || owner?.names != nil
    return place
  }
}

private struct KeyedRecording<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RecordingEncoder
  let node: RecordingNode
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }

  private func child(_ key: any CodingKey) -> (RecordingNode, Place) {
    let name = key.stringValue
    let isRenamed = place.owner?.names.map { !$0.contains(name) } ?? false
    let child = place.child(name, isHidden: isRenamed || encoder.isSecretName(name))
    return (node.append(shown(name)), child)
  }

  /// The key of a dictionary is a secret as well.
  private func shown(_ name: String) -> String {
    guard let owner = place.owner, owner.isDictionary,
      place.isHidden || owner.hasRedactableKeys
    else { return name }
    return encoder.token(forKey: name)
  }

  func encodeNil(forKey key: Key) { child(key).0.set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let node: RecordingNode
    var place: Place
    (node, place) = child(key)
    if self.place.isPayload, PathStep.namesIdentifier(key.stringValue),
      value is any FixedWidthInteger || value is UUID
    {
      place.isHidden = encoder.isSecretName(key.stringValue)
    }
    try encoder.encode(value, in: node, at: place)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let node: RecordingNode
    var place: Place
    (node, place) = child(key)
    place.isPayload = self.place.owner?.isEnum ?? false
    return ValueEncoder(encoder: encoder, node: node, place: place).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (node, place) = child(key)
    return ValueEncoder(encoder: encoder, node: node, place: place).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let (node, place) = child(PathStep(name: "super", parent: nil))
    var inner = place
    // The superclass has properties of the same object.
    (inner.owner, inner.isHidden) = (self.place.owner, self.place.isHidden)
    return ValueEncoder(encoder: encoder, node: node, place: inner)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    let (node, place) = child(key)
    return ValueEncoder(encoder: encoder, node: node, place: place)
  }
}

private struct UnkeyedRecording: UnkeyedEncodingContainer {
  let encoder: RecordingEncoder
  let node: RecordingNode
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { node.count }

  private func child() -> (RecordingNode, Place) {
    let place = place.child("\(node.count)", isHidden: false)
    return (node.append(), place)
  }

  func encodeNil() { child().0.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    let (node, place) = child()
    try encoder.encode(value, in: node, at: place)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let (node, place) = child()
    return ValueEncoder(encoder: encoder, node: node, place: place).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (node, place) = child()
    return ValueEncoder(encoder: encoder, node: node, place: place).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let (node, place) = child()
    return ValueEncoder(encoder: encoder, node: node, place: place)
  }
}

private struct SingleRecording: SingleValueEncodingContainer {
  let encoder: RecordingEncoder
  let node: RecordingNode
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil() { node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.encode(value, in: node, at: place)
  }
}
