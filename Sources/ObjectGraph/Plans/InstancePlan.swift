/// The plan of a class, whose instances are copied once each by way of the identity map.
class InstancePlan<Value: AnyObject & Codable>: Plan<Value> {
  final let layouts = ClassLayouts()

  init() {
    super.init(isByValue: false)
  }

  /// A copy of `object`, which has not been copied yet.
  func make(_ object: Value, _ session: GraphSession) throws -> Value {
    fatalError("the plan of a class must know how its instances are made")
  }

  final override func copy(
    _ source: UnsafePointer<Value>, _ session: GraphSession
  ) throws -> Value {
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
    do {
      let copy = try make(object, session)
      session.identities.pointee.complete(entry, with: copy)
      return copy
    } catch {
      session.identities.pointee.abandon(entry)
      throw error
    }
  }

  final override func finishObject(_ object: AnyObject, _ record: Record) throws -> AnyObject {
    try withUnsafePointer(to: unsafeDowncast(object, to: Value.self)) { try finish($0, record) }
  }

  final override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    let object = value.assumingMemoryBound(to: Value.self).pointee
    record.use(layouts.table(of: type(of: object)).pointee.layout)
    try object.encode(to: record)
  }

  final override func object(_ value: UnsafeRawPointer) -> AnyObject? {
    value.assumingMemoryBound(to: Value.self).pointee
  }

  final override func copyObject(_ object: AnyObject, _ session: GraphSession) throws -> AnyObject {
    try withUnsafePointer(to: unsafeDowncast(object, to: Value.self)) { try copy($0, session) }
  }
}
