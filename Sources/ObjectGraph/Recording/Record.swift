/// What one value encoded, one level deep: the encoder that it is written by and the decoder that it
/// is read from.
///
/// Children are stored as they are and copied when the decoding side asks for them, so that only
/// the records of the values under way exist at any time.
final class Record {
  /// What the containers look at, valid as long as the record lives.
  let tape: UnsafeMutablePointer<Tape>
  /// The session, which lives on with a record that outlives its copy.
  let session: GraphSession
  var hasOutlived = false
  var layout: Layout
  /// Whether other records lie in slots of this one.
  var hasNested = false {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The record in whose slot this one lies, for a nested container or a `super` coder.
  ///
  /// It outlives this one, or has fixed its path by the time it goes.
  unowned(unsafe) var parent: Record?
  var slotInParent = 0
  /// The records that were made to look into values of this one.
  var views: [Record] = [] {
    didSet { tape.pointee.hasExtras = true }
  }
  /// What the value did wrong while it encoded itself, where the coder may not throw.
  var misuse: (any Error)? {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The path of a record that is compared and not copied.
  var pathNode: PathNode? {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The path of a record that has outlived its copy.
  var fixedPath: [any CodingKey]?

  init(session: GraphSession, layout: Layout) {
    self.session = session
    self.layout = layout
    tape = .allocate(capacity: 1)
    tape.initialize(
      to: Tape(
        layout: layout.table, path: session.path, session: Unmanaged.passUnretained(session)))
  }

  deinit {
    tape.pointee.storage.deallocate()
    tape.deinitialize(count: 1)
    tape.deallocate()
  }

  /// Makes the record ready for the next value.
  @inline(__always)
  func prepare(layout: UnsafeMutablePointer<Layout.Table>) {
    if tape.pointee.layout != layout { use(layout.pointee.layout) }
    tape.pointee.kind = .empty
    tape.pointee.isSealed = false
    tape.pointee.cursor = 0
    tape.pointee.current = -1
  }

  /// Uses `layout` for what is written from now on.
  func use(_ layout: Layout) {
    self.layout = layout
    tape.pointee.layout = layout.table
  }

  /// Ends every value.
  @inline(__always)
  func clear() {
    tape.pointee.storage.removeAll()
    if tape.pointee.hasExtras { clearExtras() }
  }

  private func clearExtras() {
    releaseViews(downTo: 0)
    tape.pointee.isNested = false
    parent = nil
    hasNested = false
    misuse = nil
    pathNode = nil
    tape.pointee.hasExtras = false
  }

  /// Lets go of the views that were made after the first `count`.
  func releaseViews(downTo count: Int) {
    while views.count > count {
      var view = views.removeLast()
      session.recycle(&view)
    }
  }

  /// Declares how the value encodes itself.
  @inline(__always)
  func begin(_ kind: Tape.Kind) {
    if tape.pointee.kind == kind || tape.pointee.isSealed { return }
    if tape.pointee.kind == .empty {
      tape.pointee.kind = kind
    } else {
      noteMisuse("A value asked for \(tape.pointee.kind) and \(kind) containers at one path.")
    }
  }

  /// Keeps an error until the value has encoded itself.
  func noteMisuse(_ description: String) {
    guard misuse == nil else { return }
    misuse = EncodingError.invalidValue(
      description, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Ends the recording.
  @inline(__always)
  func seal() {
    tape.pointee.isSealed = true
    tape.pointee.cursor = 0
    if hasNested { sealNested() }
  }

  private func sealNested() {
    let storage = tape.pointee.storage
    for index in 0..<storage.count where storage.slots[index].typeID == session.recordTypeID {
      nested(at: index).seal()
    }
  }
}
