/// The plan of an array, which is copied element by element without its own coding.
final class ArrayPlan<Element: Codable>: Plan<[Element]> {
  private lazy var element = session.plan(for: Element.self)

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<[Element]>) throws -> [Element] {
    let elements = source.pointee
    let plan = element
    return try [Element](unsafeUninitializedCapacity: elements.count) { target, initialized in
      guard let base = target.baseAddress else { return }
      try elements.withUnsafeBufferPointer {
        try plan.copyAll($0, into: base, initialized: &initialized)
      }
    }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: [Element].self).pointee.encode(to: record)
  }
}

extension Array: GraphContainer where Element: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    ArrayPlan<Element>(session: session)
  }
}
