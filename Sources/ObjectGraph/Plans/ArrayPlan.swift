/// The plan of an array, which is copied element by element without its own coding.
final class ArrayPlan<Element: Codable>: Plan<[Element]> {
  private var knownElement: Plan<Element>?

  init() {
    super.init(isByValue: [Element].self is any CopiedByValue.Type)
  }

  override func copy(_ source: UnsafePointer<[Element]>, _ session: GraphSession) throws
    -> [Element]
  {
    if isByValue { return source.pointee }
    let elements = source.pointee
    // Made with a capacity of 0, an array writes its count into the empty array that all threads share.
    if elements.count == 0 { return [] }
    let plan = element(session)
    return try [Element](unsafeUninitializedCapacity: elements.count) { target, initialized in
      guard let base = target.baseAddress else { return }
      try elements.withUnsafeBufferPointer {
        try plan.copyAll($0, into: base, initialized: &initialized, session)
      }
    }
  }

  private func element(_ session: GraphSession) -> Plan<Element> {
    if let knownElement { return knownElement }
    let plan = session.plan(for: Element.self)
    knownElement = plan
    return plan
  }

  override func finish(_ source: UnsafePointer<[Element]>, _ record: Record) throws -> [Element] {
    try [Element](from: record)
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: [Element].self).pointee.encode(to: record)
  }
}

extension Array: GraphContainer where Element: Codable {
  static func makePlan() -> TypePlan {
    ArrayPlan<Element>()
  }
}
