/// The plan of an optional, which is copied without its own coding.
final class OptionalPlan<Wrapped: Codable>: Plan<Wrapped?> {
  private var knownWrapped: Plan<Wrapped>?

  init() {
    super.init(isByValue: Wrapped?.self is any CopiedByValue.Type)
  }

  override func copy(_ source: UnsafePointer<Wrapped?>, _ session: GraphSession) throws -> Wrapped?
  {
    if isByValue { return source.pointee }
    guard let value = source.pointee else { return nil }
    let plan = wrapped(session)
    return try withUnsafePointer(to: value) { try plan.copy($0, session) }
  }

  private func wrapped(_ session: GraphSession) -> Plan<Wrapped> {
    if let knownWrapped { return knownWrapped }
    let plan = session.plan(for: Wrapped.self)
    knownWrapped = plan
    return plan
  }

  override func finish(_ source: UnsafePointer<Wrapped?>, _ record: Record) throws -> Wrapped? {
    try Wrapped?(from: record)
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Wrapped?.self).pointee.encode(to: record)
  }

  override func isNil(_ value: UnsafeRawPointer) -> Bool {
    value.assumingMemoryBound(to: Wrapped?.self).pointee == nil
  }
}

extension Optional: GraphContainer where Wrapped: Codable {
  static func makePlan() -> TypePlan {
    OptionalPlan<Wrapped>()
  }
}
