/// The plan of weak back references: copied by identity, when everything else is there.
final class BackReferencePlan<Target: AnyObject>: Plan<BackReference<Target>> {
  init() {
    super.init(isByValue: false)
  }

  override func copy(
    _ source: UnsafePointer<BackReference<Target>>, _ session: GraphSession
  ) throws -> BackReference<Target> {
    source.pointee.copy(in: session)
  }

  override func finish(
    _ source: UnsafePointer<BackReference<Target>>, _ record: Record
  ) throws -> BackReference<Target> {
    source.pointee.copy(in: record.session)
  }

  override func backReference(_ value: UnsafeRawPointer) -> Partners.Target? {
    Partners.Target(
      value.assumingMemoryBound(to: BackReference<Target>.self).pointee.wrappedValue)
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.begin(.single)
    record.tape.store(NilMarker(), at: 0, plan: record.session.nilPlan)
  }
}
