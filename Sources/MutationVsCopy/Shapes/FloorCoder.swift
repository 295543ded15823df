internal import Foundation

/// A coder that records nothing: its round trip takes the time that Codable costs any coder that keeps
/// numbers, texts, dates, addresses and lists of texts whole, as `ObjectGraph` does.
///
/// It encodes a value into nothing, and decodes a value of the same shape from a script. The script has
/// the keys and counts of each container, from a first encoding that is not measured. Each kept value
/// is decoded as a constant.
@MainActor
final class FloorCoder<Root: Codable> {
  private let root: Root
  private let script = FloorScript()

  init(_ root: Root) throws {
    self.root = root
    try root.encode(to: FloorSide(script: script))
    script.isLearning = false
  }

  /// Encodes the root, and decodes another value of its shape.
  func roundTrip() throws -> Root {
    script.next = 0
    try root.encode(to: FloorSide(script: script))
    script.next = 0
    return try Root(from: FloorSide(script: script))
  }
}

/// The contents of the containers of a value, in the order in which they were opened.
private final class FloorScript {
  /// The constant that replaces each value of one type.
  private final class Constant<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private(set) var containers: [(names: [String], count: Int)] = []
  private let constants: [(type: ObjectIdentifier, constant: AnyObject)]
  var isLearning = true
  var next = 0

  init() {
    func constant<Value>(_ value: Value) -> (ObjectIdentifier, AnyObject) {
      (ObjectIdentifier(Value.self), Constant(value))
    }
    constants = [
      constant("text"), constant(7), constant(true), constant(0.5),
      constant(Date(timeIntervalSince1970: 1_7e8)), constant(["one", "two"]),
      constant(URL(filePath: "/")),
    ]
  }

  /// The constant of a type, or nil for a type with containers.
  @inline(__always)
  func constant<Value>(_ type: Value.Type) -> Value? {
    let id = ObjectIdentifier(type)
    for entry in constants where entry.type == id {
      return unsafe unsafeDowncast(entry.constant, to: Constant<Value>.self).value
    }
    return nil
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    let id = ObjectIdentifier(Value.self)
    for entry in constants where entry.type == id { return }
    try value.encode(to: FloorSide(script: self))
  }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let constant = constant(type) { return constant }
    return try Value(from: FloorSide(script: self))
  }

  /// Opens the next container and returns its index.
  func open() -> Int {
    if isLearning { containers.append(([], 0)) }
    next += 1
    return next - 1
  }

  /// Counts a value in a container, in the first encoding only.
  @inline(__always)
  func count(_ name: @autoclosure () -> String?, in index: Int) {
    guard isLearning else { return }
    containers[index].count += 1
    if let name = name() { containers[index].names.append(name) }
  }
}

private struct FloorSide: Encoder, Decoder {
  let script: FloorScript
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FloorKeyed(script: script, index: script.open()))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FloorKeyed(script: script, index: script.open()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encodingList() }
  func singleValueContainer() -> any SingleValueEncodingContainer { encodingList() }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    FloorDecodingList(script: script, index: script.open())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    FloorDecodingValue(script: script, index: script.open())
  }

  private func encodingList() -> FloorEncodingList {
    FloorEncodingList(script: script, index: script.open())
  }
}

private struct FloorKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol,
  KeyedDecodingContainerProtocol
{
  let script: FloorScript
  let index: Int
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { script.containers[index].names.compactMap(Key.init(stringValue:)) }

  func encodeNil(forKey key: Key) {}
  func decodeNil(forKey key: Key) -> Bool { false }

  func contains(_ key: Key) -> Bool {
    script.containers[index].names.contains(key.stringValue)
  }

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    script.count(key.stringValue, in: index)
    try script.encode(value)
  }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try script.decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    script.count(key.stringValue, in: index)
    return side.container(keyedBy: type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    side.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    script.count(key.stringValue, in: index)
    return side.unkeyedContainer()
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    side.unkeyedContainer()
  }

  private var side: FloorSide { FloorSide(script: script) }
  func superEncoder() -> any Encoder { side }
  func superEncoder(forKey key: Key) -> any Encoder { side }
  func superDecoder() -> any Decoder { side }
  func superDecoder(forKey key: Key) -> any Decoder { side }
}

private struct FloorEncodingList: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let script: FloorScript
  let index: Int
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    script.count(nil, in: index)
    try script.encode(value)
  }

  private func counted() -> FloorSide {
    script.count(nil, in: index)
    return FloorSide(script: script)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { counted().container(keyedBy: type) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { counted().unkeyedContainer() }
  func superEncoder() -> any Encoder { FloorSide(script: script) }
}

private struct FloorDecodingList: UnkeyedDecodingContainer {
  let script: FloorScript
  let index: Int
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { script.containers[index].count }
  var isAtEnd: Bool { currentIndex == count }

  func decodeNil() -> Bool { false }

  @inline(__always)
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try script.decode(type)
  }

  private mutating func advanced() -> FloorSide {
    currentIndex += 1
    return FloorSide(script: script)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> { advanced().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    advanced().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { advanced() }
}

private struct FloorDecodingValue: SingleValueDecodingContainer {
  let script: FloorScript
  let index: Int
  var codingPath: [any CodingKey] { [] }

  /// A value that encoded nothing is nil.
  func decodeNil() -> Bool { script.containers[index].count == 0 }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try script.decode(type) }
}
