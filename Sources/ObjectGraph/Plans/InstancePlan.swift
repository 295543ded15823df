/// The plan of a class: the identity map ensures that each object is copied once.
protocol InstancePlan<Value>: Plan where Value: AnyObject & Encodable {
  var layouts: TypeLayouts { get }

  /// Makes a copy of `object`, which has not been copied yet.
  func make(_ object: Value, _ session: GraphSession) throws -> Value
}

// Inlined into the witnesses of each plan, where the types are known: unspecialized code searches the
// runtime's tables for them.
extension InstancePlan {
  @inline(__always)
  func copy(_ source: UnsafePointer<Value>, _ session: GraphSession) throws -> Value {
    let object = unsafe source.pointee
    switch unsafe session.identities.pointee.enter(object) {
    case .copied(let copy): return unsafe unsafeDowncast(copy, to: Value.self)
    case .inProgress: throw session.noted(session.cycleError(at: object))
    case .entered(let entry):
      do {
        let copy =
          session.stackIsShort
          ? try session.continueDeeper { try make(object, session) } : try make(object, session)
        unsafe session.identities.pointee.complete(entry, with: copy)
        return copy
      } catch {
        unsafe session.identities.pointee.abandon(entry)
        throw error
      }
    }
  }

  @inline(__always)
  func record(_ value: UnsafeRawPointer, into record: Record) throws {
    let object = unsafe typed(value).pointee
    unsafe record.use(layouts.table(of: type(of: object)).pointee.layout)
    try object.encode(to: record)
  }

  @inline(__always)
  func object(_ value: UnsafeRawPointer) -> AnyObject? { unsafe typed(value).pointee }
}

/// The plan of a class that copies its instances itself.
final class HookPlan<Value: AnyObject & GraphCopyable>: InstancePlan {
  let layouts = TypeLayouts()

  func make(_ object: Value, _ session: GraphSession) throws -> Value {
    let dynamicType: Value.Type = type(of: object)
    return try dynamicType.init(copying: object, with: ChildCopier(session))
  }
}

/// The layouts of a type and of its subclasses, with quick access to the one that was used last.
///
/// `@safe`: it keeps the layouts of its tables.
@safe final class TypeLayouts {
  private var lastType: ObjectIdentifier?
  private var lastTable: UnsafeMutablePointer<Layout.Table>?
  private var layouts: [ObjectIdentifier: Layout] = [:]

  /// The layout of the values with this dynamic type; the pointer is valid while `self` lives.
  @inline(__always)
  func table(of dynamicType: any Any.Type) -> UnsafeMutablePointer<Layout.Table> {
    if lastType == ObjectIdentifier(dynamicType), let lastTable = unsafe lastTable {
      return unsafe lastTable
    }
    return unsafe find(dynamicType)
  }

  private func find(_ dynamicType: any Any.Type) -> UnsafeMutablePointer<Layout.Table> {
    let id = ObjectIdentifier(dynamicType)
    let layout = layouts[id] ?? Layout(.ofType)
    layouts[id] = layout
    lastType = id
    unsafe lastTable = layout.table
    return unsafe layout.table
  }
}
