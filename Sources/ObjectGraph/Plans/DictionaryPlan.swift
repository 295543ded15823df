/// The plan of a dictionary, which is copied entry by entry without its own coding.
final class DictionaryPlan<Key: Codable & Hashable, Value: Codable>: Plan<[Key: Value]> {
  private lazy var keys = session.plan(for: Key.self)
  private lazy var values = session.plan(for: Value.self)

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<[Key: Value]>) throws -> [Key: Value] {
    let place = session.path.pushIndex()
    defer { session.path.truncate(to: place) }
    if keys.isByValue { return try copyValues(source.pointee, place) }
    var copy = [Key: Value](minimumCapacity: source.pointee.count)
    for (position, entry) in source.pointee.enumerated() {
      session.path.setIndex(2 * position, at: place)
      let key = try withUnsafePointer(to: entry.key) { try keys.copy($0) }
      session.path.setKey(entry.key, or: 2 * position + 1, at: place)
      let value = try withUnsafePointer(to: entry.value) { try values.copy($0) }
      if copy.updateValue(value, forKey: key) != nil { throw session.collision(of: key) }
    }
    return copy
  }

  /// Keeps the keys of `source`, and copies the values only.
  private func copyValues(_ source: [Key: Value], _ place: Int) throws -> [Key: Value] {
    var position = 0
    var path = source.keys.makeIterator()
    return try source.mapValues { value in
      if let key = path.next() { session.path.setKey(key, or: 2 * position + 1, at: place) }
      position += 1
      return try withUnsafePointer(to: value) { try values.copy($0) }
    }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: [Key: Value].self).pointee.encode(to: record)
  }
}

extension Dictionary: GraphContainer where Key: Codable, Value: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    DictionaryPlan<Key, Value>(session: session)
  }
}
