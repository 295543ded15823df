/// The plan of the records that lie in slots of other records.
final class RecordPlan: Plan<Record> {
  init() {
    super.init(isByValue: false)
  }

  override class func destroy(_ value: UnsafeMutableRawPointer) {
    var record = value.assumingMemoryBound(to: Record.self).move()
    record.session.recycle(&record)
  }

  override func copyInPlace(_ value: UnsafeMutableRawPointer, _ session: GraphSession) throws {
    value.assumingMemoryBound(to: Record.self).pointee.outlive(session)
  }
}
