// The plans of types that a copy meets for the first time.
//
// The two halves of a type's own coding are known where each is used: the encoding where a value is
// recorded, the decoding where its copy is read. A plan that knows both at once is faster, but must ask
// the runtime, which searches the conformances of the whole program for each type. So a plan begins
// with the halves, and is settled when there are many values.

/// How the values of a plan encode and decode themselves.
protocol OwnCoding<Value> {
  associatedtype Value

  func encode(_ value: Value, to record: Record) throws
  func decode(_ type: Value.Type, from record: Record) throws -> Value
}

/// A coding both halves of which are known to the compiler.
struct KnownCoding<Value: Codable>: OwnCoding {
  @inline(__always)
  func encode(_ value: Value, to record: Record) throws { try value.encode(to: record) }

  @inline(__always)
  func decode(_ type: Value.Type, from record: Record) throws -> Value {
    try type.init(from: record)
  }
}

private struct CodingByHalves<Value>: OwnCoding {
  let encoding: Encoding<Value>.Type
  let decoding: Decoding<Value>.Type

  func encode(_ value: Value, to record: Record) throws { try encoding.encode(value, to: record) }

  func decode(_ type: Value.Type, from record: Record) throws -> Value {
    try decoding.decode(type, from: record)
  }
}

/// How values of one type encode themselves; used as a metatype, which needs no reference counting.
class Encoding<Value> {
  class func encode(_ value: Value, to record: Record) throws {
    fatalError("a subclass overrides this")
  }
}

final class EncodingOf<Value: Encodable>: Encoding<Value> {
  override class func encode(_ value: Value, to record: Record) throws {
    try value.encode(to: record)
  }
}

/// How values of one type, or instances of a subclass, are decoded; used as a metatype, too.
class Decoding<Value> {
  class func decode(_ type: Value.Type, from record: Record) throws -> Value {
    fatalError("a subclass overrides this")
  }

  /// The decoding of `Value`, as the runtime finds it, or nil if it is not decodable.
  static func found() -> Decoding<Value>.Type? {
    func make<Known: Decodable>(_ type: Known.Type) -> AnyClass { DecodingOf<Known>.self }
    guard let type = Value.self as? any Decodable.Type else { return nil }
    return unsafe unsafeBitCast(make(type), to: Decoding<Value>.Type.self)
  }
}

final class DecodingOf<Value: Decodable>: Decoding<Value> {
  override class func decode(_ type: Value.Type, from record: Record) throws -> Value {
    try type.init(from: record)
  }
}

/// What the provisional plans of classes and of values have in common: the two halves of a coding.
class ProvisionalCoding<Value> {
  final let isByValue = false
  fileprivate final let encoding: Encoding<Value>.Type
  private final var decoding: Decoding<Value>.Type?

  init(_ encoding: Encoding<Value>.Type) {
    self.encoding = encoding
  }

  final var isProvisional: Bool { true }

  final var isCopyable: Bool { Value.self is any Decodable.Type }

  final func complete(with decoding: Decoding<Value>.Type) { self.decoding = decoding }

  /// Both halves, or an error that names the value if there is but one.
  fileprivate final func coding(
    of value: Value, _ session: GraphSession
  ) throws -> CodingByHalves<Value> {
    guard let decoding = decoding ?? Decoding<Value>.found() else {
      throw session.notDecodable(value)
    }
    return CodingByHalves(encoding: encoding, decoding: decoding)
  }
}

/// The plan of a class by the two halves of its coding.
final class ProvisionalObjectPlan<Value: AnyObject>: ProvisionalCoding<Value>, InstancePlan {
  let layouts = ClassLayouts()

  func settled() -> TypePlan? {
    func make<Known: AnyObject & Codable>(_ type: Known.Type) -> TypePlan {
      TypedPlan(ObjectPlan<Known>(layouts))
    }
    return (Value.self as? any (AnyObject & Codable).Type).map { make($0) }
  }

  func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try unsafe session.recode(
      object, as: dynamicType, layouts.table(of: dynamicType), by: coding(of: object, session))
  }

  func encode(_ object: Value, to record: Record) throws {
    try encoding.encode(object, to: record)
  }
}

/// The plan of a struct or enum by the two halves of its coding.
final class ProvisionalStructPlan<Value>: ProvisionalCoding<Value>, Plan {
  private let layout = Layout(.ofType)

  func settled() -> TypePlan? {
    func make<Known: Codable>(_ type: Known.Type) -> TypePlan {
      TypedPlan(StructPlan<Known>(layout))
    }
    return (Value.self as? any Codable.Type).map { make($0) }
  }

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    if session.stackIsShort {
      return try session.continueDeeper { try unsafe recode(source, session) }
    }
    return try unsafe recode(source, session)
  }

  private func recode(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    try unsafe session.recode(
      source.pointee, as: Value.self, layout.table, by: coding(of: source.pointee, session))
  }

  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.use(layout)
    try unsafe encoding.encode(typed(value).pointee, to: record)
  }
}
