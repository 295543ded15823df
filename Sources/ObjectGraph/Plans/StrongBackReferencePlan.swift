/// The plan of strong back references: copied when everything around them is there.
final class StrongBackReferencePlan<Target: AnyObject & Codable>:
  Plan<StrongBackReference<Target>>
{
  init() {
    super.init(isByValue: false)
  }

  override func copy(
    _ source: UnsafePointer<StrongBackReference<Target>>, _ session: GraphSession
  ) throws -> StrongBackReference<Target> {
    source.pointee.copy(in: session)
  }

  override func finish(
    _ source: UnsafePointer<StrongBackReference<Target>>, _ record: Record
  ) throws -> StrongBackReference<Target> {
    source.pointee.copy(in: record.session)
  }

  override func record(_ value: UnsafeRawPointer, into record: Record) throws {
    record.begin(.single)
    record.tape.store(NilMarker(), at: 0, plan: record.session.nilPlan)
  }

  override func recordForComparison(_ value: UnsafeRawPointer, into record: Record) throws {
    let place = value.assumingMemoryBound(to: StrongBackReference<Target>.self)
    record.begin(.single)
    if let target = place.pointee.wrappedValue {
      record.tape.store(target, at: 0, expectedAt: 0)
    } else {
      record.tape.store(NilMarker(), at: 0, plan: record.session.nilPlan)
    }
  }
}
