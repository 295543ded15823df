/// Records that wait for their next value.
///
/// The owner calls ``deallocate()`` in the end.
struct RecordStack {
  private var records: UnsafeMutablePointer<Record>
  private var count = 0
  private var capacity = 64

  init() {
    records = .allocate(capacity: capacity)
  }

  /// Lets go of the records, and takes none from now on.
  mutating func close() {
    let closed = count
    count = 0
    capacity = 0
    records.deinitialize(count: closed)
  }

  /// Gives the memory of a closed stack back.
  func deallocate() {
    records.deallocate()
  }

  /// The record that was used last, if there is one.
  @inline(__always)
  mutating func pop() -> Record? {
    guard count > 0 else { return nil }
    count -= 1
    return (records + count).move()
  }

  /// Keeps `record`, unless there are enough.
  @inline(__always)
  mutating func push(_ record: consuming Record) {
    guard count < capacity else { return }
    (records + count).initialize(to: record)
    count += 1
  }
}
