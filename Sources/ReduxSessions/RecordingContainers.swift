import Foundation
import ReduxBridge
import ValueReflection

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

  /// Decides the value here; a second decision does not count.
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

  func reverse() { elements.reverse() }

  /// The tree so far.
  var tree: JSONValue {
    switch content {
    case .none, .leaf: leaf
    case .array: .array(elements.map(\.tree))
    case .object: .object(zip(names, elements).map { .init(name: $0, value: $1.tree) })
    }
  }
}

/// The encoder that one value receives, and its container for a single value.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let encoder: RecordingEncoder
  let node: RecordingNode
  var place: Place

  var codingPath: [any CodingKey] { place.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The same for what a type encodes without names of its properties: hidden if one is a secret.
  private var renamed: ValueEncoder {
    var renamed = self
    renamed.place.hides = max(place.hides, place.owner?.hides ?? .nothing)
    return renamed
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.begin(.object)
    return KeyedEncodingContainer(KeyedRecording<Key>(owner: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.begin(.array)
    return UnkeyedRecording(owner: renamed)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    renamed
  }

  func encodeNil() { node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.encode(value, in: node, at: place)
  }
}

private struct KeyedRecording<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let owner: ValueEncoder

  var codingPath: [any CodingKey] { owner.codingPath }

  private func child(_ name: String, isCase: Bool = false) -> ValueEncoder {
    let type = owner.place.owner
    let isRenamed = type?.names.map { !$0.contains(name) } ?? false
    let hidden = isRenamed ? type?.hides ?? .nothing : .nothing
    return ValueEncoder(
      encoder: owner.encoder, node: owner.node.append(shown(name)),
      place: owner.place.child(
        name, hiding: max(hidden, owner.encoder.extent(of: name, isCase: isCase, in: owner.place))))
  }

  /// The key of a dictionary is a secret as well.
  private func shown(_ name: String) -> String {
    guard owner.place.owner?.isDictionary == true, owner.place.hidesKeys else { return name }
    return owner.encoder.token(forKey: name)
  }

  func encodeNil(forKey key: Key) { child(key.stringValue).node.set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    var child = child(key.stringValue)
    if owner.place.isPayload, PathStep.namesIdentifier(key.stringValue),
      value is any FixedWidthInteger || value is UUID
    {
      child.place.hides = owner.encoder.extent(of: key.stringValue, in: owner.place)
    }
    try child.encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    // A case with a payload encodes the payload under its own name.
    let isCase = owner.place.owner?.isEnum == true && !owner.place.isPayload
    var child = child(key.stringValue, isCase: isCase)
    child.place.isPayload = isCase
    return child.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    var child = child("super")
    // The superclass has properties of the same object.
    (child.place.owner, child.place.hides) = (owner.place.owner, owner.place.hides)
    return child
  }

  func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue) }
}

private struct UnkeyedRecording: UnkeyedEncodingContainer {
  let owner: ValueEncoder

  var codingPath: [any CodingKey] { owner.codingPath }
  var count: Int { owner.node.count }

  private func child() -> ValueEncoder {
    let place = owner.place.child("\(count)")
    return ValueEncoder(encoder: owner.encoder, node: owner.node.append(), place: place)
  }

  func encodeNil() { child().node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try child().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

  func superEncoder() -> any Encoder { child() }
}
