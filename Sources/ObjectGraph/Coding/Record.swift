/// What one value encoded, one level deep: the encoder that the value writes to, and the decoder that
/// its copy is read from.
///
/// Children are stored as they are, and copied when the decoding side reads them. So only the records
/// of the values whose copies have begun exist at any time.
final class Record {
  /// What the containers access, valid while the record lives.
  let tape: UnsafeMutablePointer<Tape>
  private let tapeBox: PinnedBox<Tape>
  /// The session, which stays alive with a record that outlives its copy.
  let session: GraphSession
  private var hasOutlived = false
  var layout: Layout
  /// Whether other records lie in slots of this one.
  private(set) var hasNested = false {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The record that contains this one, if this one is a nested container or a `super` coder.
  ///
  /// It outlives this record, or fixes the path of this record before it ends.
  private(set) unowned(unsafe) var parent: Record?
  private(set) var slotInParent = 0
  /// The records that show how values of this one encode themselves.
  private(set) var views: [Record] = [] {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The first error of the value while it encoded itself, where the coder may not throw.
  private var misuse: (any Error)? {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The path of a record that is compared, not copied.
  var pathNode: GraphPath? {
    didSet { tape.pointee.hasExtras = true }
  }
  /// The path of a record that has outlived its copy.
  var fixedPath: [any CodingKey]?

  init(session: GraphSession, layout: Layout) {
    self.session = session
    self.layout = layout
    tapeBox = PinnedBox(Tape(layout: layout.table, path: session.path))
    tape = tapeBox.pointer
  }

  deinit {
    // While the plans, which the session owns, are alive.
    tape.pointee.storage.removeAll()
  }

  @inline(__always)
  func prepare(layout: UnsafeMutablePointer<Layout.Table>) {
    if tape.pointee.layout != layout { use(layout.pointee.layout) }
    tape.pointee.kind = .empty
    tape.pointee.isSealed = false
    tape.pointee.cursor = 0
    tape.pointee.current = -1
  }

  func use(_ layout: Layout) {
    self.layout = layout
    tape.pointee.layout = layout.table
  }

  /// Deinitializes every value.
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

  /// Releases the views that follow the first `count` ones.
  func releaseViews(downTo count: Int) {
    while views.count > count {
      var view = views.removeLast()
      session.recycle(&view)
    }
  }

  /// Notes how the value encodes itself.
  @inline(__always)
  func begin(_ kind: Tape.Kind) {
    if tape.pointee.kind == kind || tape.pointee.isSealed { return }
    if tape.pointee.kind == .empty {
      tape.pointee.kind = kind
    } else {
      noteMisuse("A value requested \(tape.pointee.kind) and \(kind) containers at one path.")
    }
  }

  /// Keeps an error until the value has encoded itself.
  func noteMisuse(_ description: String) {
    guard misuse == nil else { return }
    misuse = EncodingError.invalidValue(
      description, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Ends the encoding, and throws the error of the value if there is one.
  @inline(__always)
  func seal() throws {
    ignoreWrites()
    if let misuse { throw misuse }
  }

  @inline(__always)
  private func ignoreWrites() {
    tape.pointee.isSealed = true
    tape.pointee.cursor = 0
    if hasNested { sealNested() }
  }

  private func sealNested() {
    for index in 0..<tape.pointee.storage.count
    where tape.pointee.storage.slots[index].holdsRecord {
      nested(at: index).ignoreWrites()
    }
  }
}

// MARK: Records in slots

extension Record {
  /// Creates a record in the slot at `index`.
  func nest(at index: Int) -> Record {
    guard !tape.pointee.isSealed else { return session.strayRecord() }
    let nested = session.takeRecord(layout: nestedLayout(at: index))
    attach(nested, index)
    hasNested = true
    store(nested, at: index, plan: session.recordPlan)
    return nested
  }

  private func nestedLayout(at index: Int) -> UnsafeMutablePointer<Layout.Table> {
    let table = tape.pointee.layout
    guard table.pointee.use == .ofType else { return session.blankLayout.table }
    let index = tape.pointee.kind == .keyed ? index : 0
    if table.pointee.entries.count == 0 { table.pointee.append("") }
    if let known = table.pointee.entries[index].nested { return known.table }
    let new = Layout(.ofType)
    table.pointee.entries[index].nested = new
    return new.table
  }

  /// The record that lies in the slot at `index`.
  func nested(at index: Int) -> Record {
    tape.pointee.storage.slots[index].value.assumingMemoryBound(to: Record.self).pointee
  }

  /// Makes the slot at `index` the place of `record` in the path.
  private func attach(_ record: Record, _ index: Int) {
    record.parent = self
    record.slotInParent = index
    record.tape.pointee.isNested = true
    record.tape.pointee.hasExtras = true
    record.tape.pointee.depth = tape.pointee.depth
  }

  /// Makes the value in the slot at `index` the current value of the copy.
  func enter(_ index: Int) {
    tape.pointee.current = index
    guard fixedPath == nil else { return }
    if let parent {
      parent.enter(slotInParent)
      tape.pointee.path.pointee.push(tape)
    } else {
      tape.pointee.path.pointee.truncate(to: tape.pointee.depth)
    }
  }

  /// A record of what the value at `index` encodes.
  func open(_ index: Int) throws -> Record {
    try record(at: index) { slot, inner in
      try slot.anyPlan.record(slot.value, into: inner)
    }
  }

  /// A record whose single value is the one at `index`.
  func view(of index: Int) throws -> Record {
    if tape.pointee.kind == .single { return self }
    return try record(at: index) { slot, view in
      view.tape.pointee.kind = .single
      slot.anyPlan.duplicate(slot.value, into: view, slot.typePlan)
    }
  }

  private func record(
    at index: Int, filledBy fill: (Slot, Record) throws -> Void
  ) throws -> Record {
    let slot = tape.pointee.storage.slots[index]
    guard slot.isFilled else { return session.strayRecord() }
    if slot.holdsRecord { return nested(at: index) }
    let inner = session.takeRecord()
    attach(inner, index)
    views.append(inner)
    try fill(slot, inner)
    try inner.seal()
    if slot.isCopy { inner.markAllCopied() }
    return inner
  }

  /// Whether the slot at `index` is empty or holds nil.
  func isNil(at index: Int) throws -> Bool {
    let slot = tape.pointee.storage.slots[index]
    if !slot.isFilled || slot.isNilMarker { return true }
    if slot.holdsRecord { return try nested(at: index).holdsNil() }
    if slot.typePlan.isPrimitive { return false }
    if slot.anyPlan.isNil(slot.value) { return true }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    return try open(index).holdsNil()
  }

  /// Whether the value encoded itself as nil.
  func holdsNil() throws -> Bool {
    guard tape.pointee.kind == .single, tape.pointee.storage.isFilled(0) else { return false }
    return try isNil(at: 0)
  }
}

// MARK: Records that outlive their copy

extension Record {
  /// Keeps the current path to this record.
  func fixPath() {
    if fixedPath == nil { fixedPath = codingPath }
  }

  /// Moves the contents of `other` here.
  func takeContents(of other: Record) {
    swap(&tape.pointee.storage, &other.tape.pointee.storage)
    use(other.layout)
    tape.pointee.kind = other.tape.pointee.kind
    tape.pointee.keyType = other.tape.pointee.keyType
    misuse = other.misuse
  }

  /// Replaces every value by its copy, so that the record is usable after the copy of the graph.
  func outlive(_ session: GraphSession) {
    guard !hasOutlived else { return }
    fixPath()
    tape.pointee.isSealed = true
    hasOutlived = true
    for index in 0..<tape.pointee.storage.count {
      let slot = tape.pointee.storage.slots[index]
      guard slot.isFilled, !slot.isCopy else { continue }
      if !slot.isReady { try? slot.anyPlan.copyInPlace(slot.value, session) }
      tape.pointee.storage.markCopied(index)
    }
  }

  private func markAllCopied() {
    for index in 0..<tape.pointee.storage.count { tape.pointee.storage.markCopied(index) }
  }
}
