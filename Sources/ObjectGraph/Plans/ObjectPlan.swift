/// The plan of a class whose instances are copied through their coding and the identity map.
final class ObjectPlan<Value: AnyObject & Codable>: Plan<Value> {
  private let layouts = ClassLayouts()

  init() {
    super.init(isByValue: false)
  }

  override func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    let object = source.pointee
    switch session.identities.pointee.enter(object) {
    case .copied(let copy): return unsafeDowncast(copy, to: Value.self)
    case .inProgress: throw session.cycle(at: object)
    case .failed(let error): throw error
    case .entered(let entry): return try copy(object, entry, session)
    }
  }

  @inline(__always)
  private func copy(_ object: Value, _ entry: Int, _ session: GraphSession) throws -> Value {
    if session.stackIsShort {
      session.identities.pointee.abandon(entry)
      return try session.copyWithoutRecursion(object, plan: self)
    }
    let dynamicType: Value.Type = type(of: object)
    var record = session.takeRecord(layout: layouts.table(of: dynamicType))
    session.path.pointee.push(record.tape)
    do {
      try object.encode(to: record)
      try session.seal(&record)
      let copy = try dynamicType.init(from: record)
      session.identities.pointee.complete(entry, with: copy)
      session.finish(&record)
      return copy
    } catch {
      session.identities.pointee.abandon(entry)
      session.finish(&record)
      throw error
    }
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    let dynamicType: Value.Type = type(of: source.pointee)
    return try dynamicType.init(from: record)
  }

  override func finishObject(_ object: AnyObject, _ record: Record) throws -> AnyObject {
    try withUnsafePointer(to: unsafeDowncast(object, to: Value.self)) { try finish($0, record) }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    let object = value.assumingMemoryBound(to: Value.self).pointee
    record.use(layouts.table(of: type(of: object)).pointee.layout)
    try object.encode(to: record)
  }

  override func object(_ value: UnsafeRawPointer) -> AnyObject? {
    value.assumingMemoryBound(to: Value.self).pointee
  }

  override func copyObject(_ object: AnyObject, _ session: GraphSession) throws -> AnyObject {
    try withUnsafePointer(to: unsafeDowncast(object, to: Value.self)) { try copy($0, session) }
  }
}
