extension TypePlan {
  /// Finds out what `type` is, once per session.
  static func make<Value: Encodable>(for type: Value.Type) -> TypePlan {
    if let container = type as? any GraphContainer.Type { return container.makePlan() }
    if type is any CopiedByValue.Type { return ValuePlan<Value>() }
    if let hooked = type as? any GraphCopyable.Type { return plan(hooked) }
    if let object = type as? any (AnyObject & Codable).Type { return plan(object) }
    if let value = type as? any Codable.Type { return plan(value) }
    return EncodablePlan<Value>()
  }

  private static func plan<Value: GraphCopyable>(_ type: Value.Type) -> TypePlan {
    HookPlan<Value>()
  }

  private static func plan<Value: AnyObject & Codable>(
    _ type: Value.Type
  ) -> TypePlan {
    ObjectPlan<Value>()
  }

  private static func plan<Value: Codable>(
    _ type: Value.Type
  ) -> TypePlan {
    StructPlan<Value>()
  }
}
