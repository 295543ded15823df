/// The plan of an optional, which is copied without its own coding.
final class OptionalPlan<Wrapped: Codable>: Plan<Wrapped?> {
  private lazy var wrapped = session.plan(for: Wrapped.self)

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<Wrapped?>) throws -> Wrapped? {
    guard let value = source.pointee else { return nil }
    return try withUnsafePointer(to: value) { try wrapped.copy($0) }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Wrapped?.self).pointee.encode(to: record)
  }

  override func isNil(_ value: UnsafeRawPointer) -> Bool {
    guard let value = value.assumingMemoryBound(to: Wrapped?.self).pointee else { return true }
    return withUnsafePointer(to: value) { wrapped.isNil($0) }
  }
}

extension Optional: GraphContainer where Wrapped: Codable {
  static func makePlan(in session: GraphSession) -> TypePlan {
    OptionalPlan<Wrapped>(session: session)
  }
}
