/// The plan of a struct or enum that is copied through its own coding.
final class StructPlan<Value: Codable>: Plan<Value> {
  private let layout = Layout(isShared: true)

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<Value>) throws -> Value {
    if session.stackIsShort { return try session.copyWithoutRecursion(source, plan: self) }
    var record = session.takeRecord(layout: layout)
    session.path.push(record)
    do {
      try source.pointee.encode(to: record)
      try session.seal(&record)
      let copy = try Value(from: record)
      session.finish(&record)
      return copy
    } catch {
      session.finish(&record)
      throw error
    }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.adopt(layout)
    try value.assumingMemoryBound(to: Value.self).pointee.encode(to: record)
  }
}
