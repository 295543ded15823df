/// The plan of a class that makes its copies by hand.
final class HookPlan<Value: GraphCopyable>: Plan<Value> {
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
    do {
      let dynamicType: Value.Type = type(of: object)
      let copy = try dynamicType.init(copying: object, with: ChildCopier(session))
      session.identities.pointee.complete(entry, with: copy)
      return copy
    } catch {
      session.identities.pointee.abandon(entry)
      throw error
    }
  }

  override func finish(_ source: UnsafePointer<Value>, _ record: Record) throws -> Value {
    let dynamicType: Value.Type = type(of: source.pointee)
    return try dynamicType.init(copying: source.pointee, with: ChildCopier(record.session))
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
