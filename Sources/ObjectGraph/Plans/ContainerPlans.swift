// The containers of the standard library are copied element by element, without their own coding.

final class ArrayPlan<Element: Codable>: Plan {
  let isByValue = [Element].self is any CopiedByValue.Type
  private unowned let session: GraphSession
  private lazy var element = session.plan(for: Element.self)

  init(_ session: GraphSession) {
    self.session = session
  }

  func copy(_ source: UnsafePointer<[Element]>, _ session: GraphSession) throws -> [Element] {
    if isByValue { return source.pointee }
    let elements = source.pointee
    // An array that is made with a capacity of 0 writes its count into the empty array that all
    // threads share.
    if elements.count == 0 { return [] }
    let plan = element
    let path = session.path
    return try [Element](unsafeUninitializedCapacity: elements.count) { target, initialized in
      try elements.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let place = path.pointee.pushIndex()
        for index in 0..<source.count {
          path.pointee.setIndex(index, at: place)
          (to + index).initialize(to: try plan.copy(from + index, session))
          initialized = index + 1
        }
        path.pointee.truncate(to: place)
      }
    }
  }
}

final class SetPlan<Element: Codable & Hashable>: Plan {
  let isByValue = Set<Element>.self is any CopiedByValue.Type
  private unowned let session: GraphSession
  private lazy var element = session.plan(for: Element.self)

  init(_ session: GraphSession) {
    self.session = session
  }

  func copy(_ source: UnsafePointer<Set<Element>>, _ session: GraphSession) throws -> Set<Element> {
    if isByValue { return source.pointee }
    let plan = element
    let path = session.path
    let place = path.pointee.pushIndex()
    defer { path.pointee.truncate(to: place) }
    var copy = Set<Element>(minimumCapacity: source.pointee.count)
    for (position, member) in source.pointee.enumerated() {
      path.pointee.setIndex(position, at: place)
      let memberCopy = try withUnsafePointer(to: member) { try plan.copy($0, session) }
      if !copy.insert(memberCopy).inserted {
        throw session.noted(
          session.invalid(memberCopy, "The copies of two members are equal."))
      }
    }
    return copy
  }

  func alignMembers(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ session: GraphSession
  ) -> AlignedMembers? {
    let old = typed(old).pointee
    let new = typed(new).pointee
    let records = (old: session.takeRecord(), new: session.takeRecord())
    records.old.begin(.unkeyed)
    records.new.begin(.unkeyed)
    let oldContainer = UnkeyedEncoding(record: records.old)
    let newContainer = UnkeyedEncoding(record: records.new)
    var common = 0
    for member in old {
      guard let position = new.firstIndex(of: member) else { continue }
      oldContainer.append(member)
      newContainer.append(new[position])
      common += 1
    }
    for member in old where !new.contains(member) { oldContainer.append(member) }
    for member in new where !old.contains(member) { newContainer.append(member) }
    return AlignedMembers(old: records.old, new: records.new, common: common)
  }
}

final class DictionaryPlan<Key: Codable & Hashable, Element: Codable>: Plan {
  let isByValue = [Key: Element].self is any CopiedByValue.Type
  private unowned let session: GraphSession
  private lazy var plans = (
    keys: session.plan(for: Key.self), values: session.plan(for: Element.self)
  )

  init(_ session: GraphSession) {
    self.session = session
  }

  func copy(
    _ source: UnsafePointer<[Key: Element]>, _ session: GraphSession
  ) throws -> [Key: Element] {
    if isByValue { return source.pointee }
    let (keys, values) = plans
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
    var copy = [Key: Element](minimumCapacity: source.pointee.count)
    for (key, value) in source.pointee {
      path.pointee.setIndex(position - 1, at: place)
      let keyCopy = try withUnsafePointer(to: key) { try keys.copy($0, session) }
      path.pointee.setIndex(position, at: place)
      let valueCopy = try withUnsafePointer(to: value) { try values.copy($0, session) }
      if copy.updateValue(valueCopy, forKey: keyCopy) != nil {
        throw session.noted(
          session.invalid(keyCopy, "The copies of two keys are equal."))
      }
      position += 2
    }
    return copy
  }

  func key(at position: Int, of value: UnsafeRawPointer) -> any CodingKey {
    let keys = typed(value).pointee.keys
    let key = keys[keys.index(keys.startIndex, offsetBy: position / 2)]
    if let key = key as? String { return PathKey(stringValue: key) }
    if let key = key as? Int { return PathKey(intValue: key) }
    if let key = key as? any CodingKeyRepresentable { return key.codingKey }
    return PathKey(index: position)
  }

  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    let dictionary = typed(value).pointee
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
}

final class OptionalPlan<Wrapped: Codable>: Plan {
  let isByValue = Wrapped?.self is any CopiedByValue.Type
  private unowned let session: GraphSession
  private lazy var wrapped = session.plan(for: Wrapped.self)

  init(_ session: GraphSession) {
    self.session = session
  }

  func copy(_ source: UnsafePointer<Wrapped?>, _ session: GraphSession) throws -> Wrapped? {
    if isByValue { return source.pointee }
    guard let value = source.pointee else { return nil }
    return try withUnsafePointer(to: value) { try wrapped.copy($0, session) }
  }

  func isNil(_ value: UnsafeRawPointer) -> Bool { typed(value).pointee == nil }
}

extension Array: GraphContainer where Element: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    TypedPlan(ArrayPlan<Element>(session))
  }
}

extension Set: GraphContainer where Element: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    TypedPlan(SetPlan<Element>(session))
  }
}

extension Dictionary: GraphContainer where Key: Codable, Value: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    TypedPlan(DictionaryPlan<Key, Value>(session))
  }
}

extension Optional: GraphContainer where Wrapped: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    TypedPlan(OptionalPlan<Wrapped>(session))
  }
}
