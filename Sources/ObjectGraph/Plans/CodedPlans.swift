// The plans of types that are copied through their own coding.

/// The plan of a class whose instances are copied through their coding.
final class ClassPlan<Value: AnyObject & Codable>: InstancePlan {
  let layouts = TypeLayouts()

  func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try unsafe session.recode(object, as: dynamicType, layouts.table(of: dynamicType))
  }
}

/// The plan of a struct or enum that is copied through its coding.
final class StructPlan<Value: Codable>: Plan {
  private let ownLayout = Layout(.ofType)
  var layout: Layout? { ownLayout }

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    try session.withStack {
      try unsafe session.recode(source.pointee, as: Value.self, ownLayout.table)
    }
  }
}

/// The plan of a struct or enum that copies its values itself, and is compared through its coding.
final class ValueHookPlan<Value: GraphCopyable>: Plan {
  private(set) lazy var layout: Layout? = Layout(.ofType)

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    try session.withStack {
      try unsafe Value(copying: source.pointee, with: ChildCopier(session))
    }
  }
}

/// The plan of a type that is only encodable: it is compared, and decoded as another type.
final class EncodablePlan<Value: Encodable>: Plan {
  private(set) lazy var layout: Layout? = Layout(.ofType)

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    throw unsafe session.invalid(
      source.pointee, "\(Value.self) is not Decodable, so it cannot be copied.")
  }

  func object(_ value: UnsafeRawPointer) -> AnyObject? {
    unsafe Value.self is AnyClass ? typed(value).pointee as AnyObject : nil
  }
}
