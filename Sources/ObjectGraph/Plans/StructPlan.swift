/// The plan of a struct or enum that is copied through its own coding.
final class StructPlan<Value: Codable>: Plan<Value> {
  private let layout = Layout(.ofType)

  init() {
    super.init(isByValue: false)
  }

  override func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    if session.stackIsShort { return try session.copyWithoutRecursion(source.pointee, plan: self) }
    return try session.recode(source.pointee, as: Value.self, layout.table)
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    try Value(from: record)
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.use(layout)
    try value.assumingMemoryBound(to: Value.self).pointee.encode(to: record)
  }
}
