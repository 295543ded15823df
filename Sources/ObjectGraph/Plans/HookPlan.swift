/// The plan of a class that makes its copies by hand.
final class HookPlan<Value: GraphCopyable>: InstancePlan<Value> {
  override func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try dynamicType.init(copying: object, with: ChildCopier(session))
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    try make(source.pointee, record.session)
  }
}
