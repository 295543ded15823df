extension Record: Encoder {
  var codingPath: [any CodingKey] {
    if let fixedPath { return fixedPath }
    if let pathNode { return pathNode.steps.map(PathKey.init(stringValue:)) }
    guard let parent else { return session.path.pointee.codingPath(upTo: tape.pointee.depth - 1) }
    var path = parent.codingPath
    if let key = parent.tape.pointee.key(at: slotInParent) { path.append(key) }
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.keyed)
    tape.pointee.keyType = type
    return tape.pointee.layout.pointee.makers.encoding(type).container(self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.unkeyed)
    return UnkeyedEncoding(record: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    begin(.single)
    return SingleValueEncoding(record: self)
  }
}
