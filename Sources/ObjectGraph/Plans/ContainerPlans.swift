// The containers of the standard library are copied element by element, without their own coding.

final class ArrayPlan<Element: Codable>: Plan {
  let isByValue: Bool
  private(set) lazy var layout: Layout? = Layout(.ofType)
  private let element: any Plan<Element>

  init(_ session: GraphSession) {
    element = session.plan(for: Element.self)
    isByValue = element.isByValue
  }

  func copy(_ source: UnsafePointer<[Element]>, _ session: GraphSession) throws -> [Element] {
    if isByValue { return unsafe source.pointee }
    let elements = unsafe source.pointee
    // An array that is made with a capacity of 0 writes its count into the empty array that all
    // threads share.
    if elements.count == 0 { return [] }
    let plan = element
    let path = unsafe session.path
    return try unsafe [Element](unsafeUninitializedCapacity: elements.count) {
      target, initialized in
      try unsafe elements.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let place = unsafe path.pointee.enter(.row)
        for index in 0..<source.count {
          unsafe path.pointee.setIndex(index, at: place)
          unsafe (to + index).initialize(to: try plan.copy(from + index, session))
          initialized = index + 1
        }
        unsafe path.pointee.truncate(to: place)
      }
    }
  }
}

final class SetPlan<Element: Codable & Hashable>: Plan {
  let isByValue: Bool
  private(set) lazy var layout: Layout? = Layout(.ofType)
  private let element: any Plan<Element>

  init(_ session: GraphSession) {
    element = session.plan(for: Element.self)
    isByValue = element.isByValue
  }

  func copy(_ source: UnsafePointer<Set<Element>>, _ session: GraphSession) throws -> Set<Element> {
    if isByValue { return unsafe source.pointee }
    let path = unsafe session.path
    let place = unsafe path.pointee.enter(.row)
    defer { unsafe path.pointee.truncate(to: place) }
    var copy = unsafe Set<Element>(minimumCapacity: source.pointee.count)
    for (position, member) in unsafe source.pointee.enumerated() {
      unsafe path.pointee.setIndex(position, at: place)
      let memberCopy = try unsafe withUnsafePointer(to: member) {
        try unsafe element.copy($0, session)
      }
      if !copy.insert(memberCopy).inserted {
        throw session.noted(
          session.invalid(memberCopy, "The copies of two members are equal."))
      }
    }
    session.checkHashes(of: copy, at: place)
    return copy
  }

  var arrangement: Arrangement {
    .unordered(hasValues: false, isExact: Comparison.isExact(Element.self))
  }

  func matchMembers(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> [Int?] {
    unsafe positions(of: typed(old).pointee, in: typed(new).pointee)
  }
}

/// For each element of `old`, the position of the equal one in `new`.
private func positions<Element: Hashable>(
  of old: some Collection<Element>, in new: some Collection<Element>
) -> [Int?] {
  var positions: [Element: Int] = [:]
  for (position, element) in new.enumerated() { positions[element] = position }
  // A broken `==` could find one element twice.
  return old.map { positions.removeValue(forKey: $0) }
}

final class DictionaryPlan<Key: Codable & Hashable, Element: Codable>: Plan {
  let isByValue: Bool
  private let plans: (keys: any Plan<Key>, values: any Plan<Element>)

  init(_ session: GraphSession) {
    plans = (session.plan(for: Key.self), session.plan(for: Element.self))
    isByValue = plans.keys.isByValue && plans.values.isByValue
  }

  func copy(
    _ source: UnsafePointer<[Key: Element]>, _ session: GraphSession
  ) throws -> [Key: Element] {
    if isByValue { return unsafe source.pointee }
    let path = unsafe session.path
    let place = unsafe path.pointee.enter(
      .dictionary(.init(plan: self, address: source)))
    defer { unsafe path.pointee.truncate(to: place) }
    if plans.keys.isByValue { return try unsafe copyValues(of: source, at: place, session) }
    var copy = unsafe [Key: Element](minimumCapacity: source.pointee.count)
    for (index, (key, value)) in unsafe source.pointee.enumerated() {
      unsafe path.pointee.setIndex(2 * index, at: place)
      let keyCopy = try unsafe withUnsafePointer(to: key) {
        try unsafe plans.keys.copy($0, session)
      }
      unsafe path.pointee.setIndex(2 * index + 1, at: place)
      let valueCopy = try unsafe withUnsafePointer(to: value) {
        try unsafe plans.values.copy($0, session)
      }
      if copy.updateValue(valueCopy, forKey: keyCopy) != nil {
        throw session.noted(
          session.invalid(keyCopy, "The copies of two keys are equal."))
      }
    }
    session.checkHashes(of: copy.keys, at: place)
    return copy
  }

  private func copyValues(
    of source: UnsafePointer<[Key: Element]>, at place: Int, _ session: GraphSession
  ) throws -> [Key: Element] {
    let values = plans.values
    let path = unsafe session.path
    var position = 1
    return try unsafe source.pointee.mapValues { value in
      unsafe path.pointee.setIndex(position, at: place)
      position += 2
      return try unsafe withUnsafePointer(to: value) { try unsafe values.copy($0, session) }
    }
  }

  func key(at position: Int, of value: UnsafeRawPointer) -> any CodingKey {
    let keys = unsafe typed(value).pointee.keys
    let key = keys[keys.index(keys.startIndex, offsetBy: position / 2)]
    if let key = key as? any CodingKeyRepresentable { return key.codingKey }
    return PathKey(index: position)
  }

  /// Whether the keys are their own names.
  private var isNamed: Bool { Key.self == String.self || Key.self == Int.self }

  var arrangement: Arrangement {
    isNamed ? .named : .unordered(hasValues: true, isExact: Comparison.isExact(Key.self))
  }

  func matchMembers(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> [Int?] {
    unsafe positions(of: typed(old).pointee.keys, in: typed(new).pointee.keys)
  }

  func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    if isNamed { return try unsafe self.record(value, into: record) }
    record.begin(.unkeyed)
    let container = ValueEncoding(record: record)
    for (key, value) in unsafe typed(value).pointee {
      container.store(key)
      container.store(value)
    }
  }
}

final class OptionalPlan<Wrapped: Codable>: Plan {
  let isByValue: Bool
  private(set) lazy var layout: Layout? = Layout(.ofType)
  private let wrapped: any Plan<Wrapped>

  init(_ session: GraphSession) {
    wrapped = session.plan(for: Wrapped.self)
    isByValue = wrapped.isByValue
  }

  func copy(_ source: UnsafePointer<Wrapped?>, _ session: GraphSession) throws -> Wrapped? {
    if isByValue { return unsafe source.pointee }
    guard let value = unsafe source.pointee else { return nil }
    return try unsafe withUnsafePointer(to: value) { try unsafe wrapped.copy($0, session) }
  }

  var isOptional: Bool { true }

  func isNil(_ value: UnsafeRawPointer) -> Bool { unsafe typed(value).pointee == nil }
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
