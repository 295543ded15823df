/// The plan of a dictionary, which is copied entry by entry without its own coding.
final class DictionaryPlan<Key: Codable & Hashable, Value: Codable>: Plan<[Key: Value]> {
  private var knownPlans: (keys: Plan<Key>, values: Plan<Value>)?

  init() {
    super.init(isByValue: [Key: Value].self is any CopiedByValue.Type)
  }

  private func plans(_ session: GraphSession) -> (keys: Plan<Key>, values: Plan<Value>) {
    if let knownPlans { return knownPlans }
    let plans = (session.plan(for: Key.self), session.plan(for: Value.self))
    knownPlans = plans
    return plans
  }

  override func copy(
    _ source: UnsafePointer<[Key: Value]>, _ session: GraphSession
  ) throws -> [Key: Value] {
    if isByValue { return source.pointee }
    let (keys, values) = plans(session)
    let path = session.path
    let place = path.pointee.pushDictionary(source, self)
    defer { path.pointee.truncate(to: place) }
    var position = 1
    if keys.isByValue {
      return try source.pointee.mapValues { value in
        path.pointee.setIndex(position, at: place)
        position += 2
        return try withUnsafePointer(to: value) { try values.copy($0, session) }
      }
    }
    var copy = [Key: Value](minimumCapacity: source.pointee.count)
    for (key, value) in source.pointee {
      path.pointee.setIndex(position - 1, at: place)
      let keyCopy = try withUnsafePointer(to: key) { try keys.copy($0, session) }
      path.pointee.setIndex(position, at: place)
      let valueCopy = try withUnsafePointer(to: value) { try values.copy($0, session) }
      if copy.updateValue(valueCopy, forKey: keyCopy) != nil {
        throw session.collision(of: keyCopy)
      }
      position += 2
    }
    return copy
  }

  override func key(at position: Int, of dictionary: UnsafeRawPointer) -> any CodingKey {
    let keys = dictionary.assumingMemoryBound(to: [Key: Value].self).pointee.keys
    let key = keys[keys.index(keys.startIndex, offsetBy: position / 2)]
    if let key = key as? String { return PathKey(stringValue: key) }
    if let key = key as? Int { return PathKey(intValue: key) }
    if let key = key as? any CodingKeyRepresentable { return key.codingKey }
    return PathKey(index: position)
  }

  override func finish(_ source: UnsafePointer<[Key: Value]>, _ record: Record) throws -> [Key:
    Value]
  {
    try [Key: Value](from: record)
  }

  override func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    let dictionary = value.assumingMemoryBound(to: [Key: Value].self).pointee
    let names = Set(dictionary.keys.map { String(describing: $0) })
    guard !(Key.self is any CodingKeyRepresentable.Type), names.count == dictionary.count else {
      return try self.record(value, into: record)
    }
    record.begin(.keyed)
    let container = KeyedEncoding<PathKey>(record: record)
    for (key, value) in dictionary {
      try container.encode(value, forKey: PathKey(stringValue: String(describing: key)))
    }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: [Key: Value].self).pointee.encode(to: record)
  }
}

extension Dictionary: GraphContainer where Key: Codable, Value: Codable {
  static func makePlan() -> TypePlan {
    DictionaryPlan<Key, Value>()
  }
}
