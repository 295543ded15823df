// The plans of types that are copied through their own coding.
//
// The two halves of a coding become known in different places: the encoding where a value is recorded,
// the decoding where its copy is read. To find both for a type would ask the runtime, which searches the
// conformances of the whole program: the bound of "first copy in a process" does not permit that.

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
  fileprivate static func found() -> Decoding<Value>.Type? {
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

/// The two halves of a coding, which the plans of classes and of values have in common.
class CodedPlan<Value> {
  final let isByValue = false
  fileprivate final let encoding: Encoding<Value>.Type
  private final var decoding: Decoding<Value>.Type?

  init(_ encoding: Encoding<Value>.Type) {
    self.encoding = encoding
  }

  final var lacksDecoding: Bool { decoding == nil }

  final func complete(with decoding: Decoding<Value>.Type) { self.decoding = decoding }

  @inline(__always)
  fileprivate final func recode(
    _ value: Value, as type: Value.Type, _ layout: UnsafeMutablePointer<Layout.Table>,
    _ session: GraphSession
  ) throws -> Value {
    guard let decoding = decoding ?? Decoding<Value>.found() else {
      throw session.invalid(value, "\(Value.self) is not Decodable, so it cannot be copied.")
    }
    return try unsafe session.recode(value, as: type, layout, encoding, decoding)
  }
}

/// The plan of a class whose instances are copied through their coding.
final class ClassPlan<Value: AnyObject>: CodedPlan<Value>, InstancePlan {
  let layouts = ClassLayouts()

  func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try unsafe recode(object, as: dynamicType, layouts.table(of: dynamicType), session)
  }

  func encode(_ object: Value, to record: Record) throws {
    try encoding.encode(object, to: record)
  }
}

/// The plan of a struct or enum that is copied through its coding.
final class StructPlan<Value>: CodedPlan<Value>, Plan {
  private let layout = Layout(.ofType)

  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    try session.withStack {
      try unsafe recode(source.pointee, as: Value.self, layout.table, session)
    }
  }

  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.use(layout)
    try unsafe encoding.encode(typed(value).pointee, to: record)
  }
}
