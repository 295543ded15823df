/// The plan of the records that lie in slots of other records.
final class RecordPlan: Plan<Record> {
  init(session: GraphSession) {
    super.init(isByValue: false, session: session)
  }

  override func destroy(_ value: UnsafeMutableRawPointer) {
    var record = value.assumingMemoryBound(to: Record.self).move()
    session.recycle(&record)
  }

  override func copyInPlace(_ value: UnsafeMutableRawPointer) throws {
    value.assumingMemoryBound(to: Record.self).pointee.outlive(session)
  }
}
