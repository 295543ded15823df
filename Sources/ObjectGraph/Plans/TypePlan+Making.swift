extension TypePlan {
  /// Finds out what `type` is, once per session.
  static func make<Value: Encodable>(for type: Value.Type, in session: GraphSession) -> TypePlan {
    if type is any CopiedByValue.Type { return ValuePlan<Value>(session: session) }
    if let container = type as? any GraphContainer.Type { return container.makePlan(in: session) }
    if let object = type as? any (AnyObject & Codable).Type { return plan(object, session) }
    if let value = type as? any Codable.Type { return plan(value, session) }
    return EncodablePlan<Value>(session: session)
  }

  private static func plan<Value: AnyObject & Codable>(
    _ type: Value.Type, _ session: GraphSession
  ) -> TypePlan {
    ObjectPlan<Value>(session: session)
  }

  private static func plan<Value: Codable>(
    _ type: Value.Type, _ session: GraphSession
  ) -> TypePlan {
    StructPlan<Value>(session: session)
  }
}
