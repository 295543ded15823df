/// The plan of a class whose instances are copied through their coding.
final class ObjectPlan<Value: AnyObject & Codable>: InstancePlan<Value> {
  override func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try session.recode(object, as: dynamicType, layouts.table(of: dynamicType))
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    let dynamicType: Value.Type = type(of: source.pointee)
    return try dynamicType.init(from: record)
  }
}
