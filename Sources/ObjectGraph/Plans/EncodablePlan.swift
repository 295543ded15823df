/// The plan of a type that can be encoded and not decoded: recorded, compared and converted only.
final class EncodablePlan<Value: Encodable>: Plan<Value> {
  private let layout = Layout(.ofType)

  init() {
    super.init(isByValue: false)
  }

  override var isCopyable: Bool { false }

  override func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    throw notDecodable(source.pointee, session)
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    throw notDecodable(source.pointee, record.session)
  }

  private func notDecodable(_ value: Value, _ session: GraphSession) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: session.path.pointee.codingPath,
        debugDescription: "\(Value.self) is not Decodable, so it cannot be copied."))
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.use(layout)
    try value.assumingMemoryBound(to: Value.self).pointee.encode(to: record)
  }

  override func object(_ value: UnsafeRawPointer) -> AnyObject? {
    guard Value.self is AnyObject.Type else { return nil }
    return value.assumingMemoryBound(to: Value.self).pointee as AnyObject
  }
}
