/// The plan of a type whose plain copy is a deep copy.
final class ValuePlan<Value: Encodable>: Plan<Value> {
  init(session: GraphSession) {
    super.init(isByValue: true, session: session)
  }

  override func copy(_ source: UnsafePointer<Value>) throws -> Value {
    source.pointee
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Value.self).pointee.encode(to: record)
  }
}
