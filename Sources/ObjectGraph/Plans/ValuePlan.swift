/// The plan of a type whose plain copy is a deep copy.
final class ValuePlan<Value: Encodable>: Plan<Value> {
  init() {
    super.init(isByValue: true)
  }

  override func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    source.pointee
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    source.pointee
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    try value.assumingMemoryBound(to: Value.self).pointee.encode(to: record)
  }
}
