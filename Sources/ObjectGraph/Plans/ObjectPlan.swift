/// The plan of a class whose instances are copied through their coding and the identity map.
final class ObjectPlan<Value: AnyObject & Codable>: Plan<Value> {
  private let layouts = ClassLayouts()

  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func copy(_ source: UnsafePointer<Value>) throws -> Value {
    let object = source.pointee
    let entry: Int
    switch session.identities.enter(object) {
    case .copied(let copy): return unsafeDowncast(copy, to: Value.self)
    case .inProgress: throw session.cycle(at: object)
    case .entered(let new): entry = new
    }
    if session.stackIsShort {
      session.identities.abandon(entry)
      return try session.copyWithoutRecursion(source, plan: self)
    }
    let dynamicType: Value.Type = type(of: object)
    var record = session.takeRecord(layout: layouts.layout(of: dynamicType))
    session.path.push(record)
    do {
      try object.encode(to: record)
      try session.seal(&record)
      let copy = try dynamicType.init(from: record)
      session.identities.complete(entry, with: copy)
      session.finish(&record)
      return copy
    } catch {
      session.identities.abandon(entry)
      session.finish(&record)
      throw error
    }
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    let object = value.assumingMemoryBound(to: Value.self).pointee
    record.adopt(layouts.layout(of: type(of: object)))
    try object.encode(to: record)
  }

  override func object(_ value: UnsafeRawPointer) -> AnyObject? {
    value.assumingMemoryBound(to: Value.self).pointee
  }

  override func copyObject(_ object: AnyObject) throws -> AnyObject {
    try withUnsafePointer(to: unsafeDowncast(object, to: Value.self)) { try copy($0) }
  }
}
