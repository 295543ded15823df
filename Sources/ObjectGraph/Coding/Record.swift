/// The record of what one value encoded, one level deep: the encoder that the value writes to, and the decoder that
/// its copy is read from.
///
/// Children are stored as they are, and copied when the decoding side reads them. So only the records
/// of the values whose copies have begun exist at any time.
///
/// `@safe`: it owns its tape, and the session, which it retains, owns the plans of its slots. The index
/// of a slot is one that the record has given out.
@safe final class Record {
  /// The memory that the containers access, valid while the record lives.
  let tape: UnsafeMutablePointer<Tape>
  private let tapeBox: PinnedBox<Tape>
  /// The session, which stays alive with a record that a type keeps.
  let session: GraphSession
  var layout: Layout
  /// Whether other records lie in slots of this one.
  private(set) var hasNested = false
  /// The record that contains this one, if this one is a nested container or a `super` coder.
  ///
  /// It outlives this record, or ends the use of this record before.
  private(set) unowned(unsafe) var parent: Record?
  private(set) var slotInParent = 0
  /// The records that show how values of this one encode themselves.
  private(set) var views: [Record] = []
  /// The first error of the value while it encoded itself, where the coder may not throw.
  private var misuse: (any Error)?
  /// The path of a record that a type keeps beyond its copy.
  var fixedPath: [any CodingKey]?

  init(session: GraphSession, layout: Layout) {
    self.session = session
    self.layout = layout
    tapeBox = unsafe PinnedBox(Tape(layout: layout.table, path: session.path))
    unsafe tape = tapeBox.pointer
  }

  deinit {
    // While the plans, which the session owns, are alive.
    unsafe tape.pointee.storage.removeAll()
  }

  @inline(__always)
  func prepare(layout: UnsafeMutablePointer<Layout.Table>) {
    if unsafe tape.pointee.layout != layout { unsafe use(layout.pointee.layout) }
    unsafe tape.pointee.kind = .empty
    unsafe tape.pointee.isSealed = false
    unsafe tape.pointee.cursor = 0
    unsafe tape.pointee.current = -1
  }

  func use(_ layout: Layout) {
    self.layout = layout
    unsafe tape.pointee.layout = layout.table
  }

  /// Deinitializes every value.
  @inline(__always)
  func clear() {
    unsafe tape.pointee.storage.removeAll()
    if unsafe tape.pointee.hasExtras { clearExtras() }
  }

  private func clearExtras() {
    releaseViews(downTo: 0)
    unsafe tape.pointee.isNested = false
    unsafe parent = nil
    hasNested = false
    misuse = nil
    unsafe tape.pointee.hasExtras = false
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
    if unsafe tape.pointee.kind == kind || tape.pointee.isSealed { return }
    if unsafe tape.pointee.kind == .empty {
      unsafe tape.pointee.kind = kind
    } else {
      noteMisuse(
        unsafe "A value requested \(tape.pointee.kind) and \(kind) containers at one path.")
    }
  }

  /// Keeps an error until the value has encoded itself.
  func noteMisuse(_ description: String) {
    note(session.invalid(description, description, at: codingPath))
  }

  private func note(_ error: any Error) {
    if let parent = unsafe parent,
      unsafe parent.tape.pointee.storage.slots[slotInParent].holdsRecord
    {
      return parent.note(error)
    }
    if misuse == nil { misuse = error }
    unsafe tape.pointee.hasExtras = true
  }

  /// Ends the encoding, and throws the error of the value if there is one.
  @inline(__always)
  func seal() throws {
    ignoreWrites()
    if let misuse { throw misuse }
  }

  @inline(__always)
  private func ignoreWrites() {
    unsafe tape.pointee.isSealed = true
    unsafe tape.pointee.cursor = 0
    if hasNested { sealNested() }
  }

  private func sealNested() {
    for index in unsafe 0..<tape.pointee.storage.count
    where unsafe tape.pointee.storage.slots[index].holdsRecord {
      nested(at: index).ignoreWrites()
    }
  }
}

// MARK: Records in slots

extension Record {
  /// The record in the slot at `index`: a new one, or the one with what was written there before.
  func nest(at index: Int, replacing: Bool = false) -> Record {
    guard unsafe !tape.pointee.isSealed else { return session.strayRecord() }
    if unsafe !replacing && tape.pointee.storage.isFilled(index) {
      if unsafe tape.pointee.storage.slots[index].holdsRecord { return nested(at: index) }
      noteMisuse("A value requested a nested container in place of an encoded value.")
      return session.strayRecord()
    }
    let nested = unsafe session.takeRecord(layout: nestedLayout(at: index))
    nested.attach(to: self, index)
    hasNested = true
    unsafe tape.pointee.hasExtras = true
    // It is read where it lies, so its plan is not used.
    store(nested, at: index, plan: session.nilPlan)
    return nested
  }

  private func nestedLayout(at index: Int) -> UnsafeMutablePointer<Layout.Table> {
    let table = unsafe tape.pointee.layout
    guard unsafe table.pointee.use == .ofType else { return unsafe session.blankLayout.table }
    let index = unsafe tape.pointee.kind == .keyed ? index : 0
    if unsafe table.pointee.entries.count == 0 { unsafe table.pointee.append("") }
    // A value that requests containers of two kinds, which is an error at its end, may have no key here.
    guard unsafe index < table.pointee.entries.count else {
      return unsafe session.blankLayout.table
    }
    if let known = unsafe table.pointee.entries[index].nested { return unsafe known.table }
    let new = Layout(.ofType)
    unsafe table.pointee.entries[index].nested = new
    return unsafe new.table
  }

  /// The record that lies in the slot at `index`.
  func nested(at index: Int) -> Record {
    unsafe tape.pointee.storage.slots[index].record
  }

  /// Makes the slot at `index` of `parent`, which outlives this record, its place in the path.
  func attach(to parent: Record, _ index: Int) {
    unsafe self.parent = parent
    slotInParent = index
    unsafe tape.pointee.isNested = true
    unsafe tape.pointee.hasExtras = true
    unsafe tape.pointee.depth = 0
  }

  /// Makes the value in the slot at `index` the current value of the copy.
  func enter(_ index: Int) {
    unsafe tape.pointee.current = index
    let path = unsafe tape.pointee.path
    guard unsafe !path.pointee.holds(tape) else {
      return unsafe path.pointee.truncate(to: tape.pointee.depth)
    }
    if let parent = unsafe parent, unsafe path.pointee.holds(parent.tape) {
      unsafe parent.tape.pointee.current = slotInParent
      unsafe path.pointee.truncate(to: parent.tape.pointee.depth)
      return unsafe path.pointee.push(tape)
    }
    var outermost = self
    var missing: [Record] = []
    // A chain of conversions may be as deep as the graph, so this is a loop.
    while unsafe !path.pointee.holds(outermost.tape), let parent = unsafe outermost.parent {
      missing.append(outermost)
      unsafe parent.tape.pointee.current = outermost.slotInParent
      outermost = parent
    }
    guard outermost.fixedPath == nil else { return }
    unsafe path.pointee.truncate(to: outermost.tape.pointee.depth)
    for record in missing.reversed() { unsafe path.pointee.push(record.tape) }
  }

  /// Returns a record of the encoded contents of the value at `index`; the new record lives as long as `keeper`.
  func open(_ index: Int, for keeper: Record) throws -> Record {
    try record(at: index, for: keeper) { slot, inner in
      do {
        try unsafe slot.anyPlan.record(slot.value, into: inner)
        try inner.seal()
      } catch {
        throw session.noted(error)
      }
    }
  }

  /// A record whose single value is the one at `index`.
  func view(of index: Int) throws -> Record {
    if unsafe tape.pointee.kind == .single { return self }
    return try record(at: index, for: self) { slot, view in
      unsafe view.tape.pointee.kind = .single
      unsafe slot.anyPlan.duplicate(slot.value, into: view, slot.typePlan)
    }
  }

  private func record(
    at index: Int, for keeper: Record, filledBy fill: (Slot, Record) throws -> Void
  ) throws -> Record {
    let slot = unsafe tape.pointee.storage.slots[index]
    if slot.holdsRecord { return nested(at: index) }
    let inner = session.takeRecord()
    inner.attach(to: self, index)
    keeper.views.append(inner)
    unsafe keeper.tape.pointee.hasExtras = true
    try fill(slot, inner)
    return inner
  }

  /// The rest of a value when each value that encodes itself as one other value is replaced by it.
  enum Innermost {
    case null
    case scalar(Slot)
    case object(AnyObject, Slot)
    case contents(Record)
  }

  /// Follows single values from the one at `index`, up to a wanted object.
  func innermost(
    at index: Int, endingAt isWanted: ((AnyObject) -> Bool)? = nil
  ) throws -> Innermost {
    var record = self
    var index = index
    for _ in 0..<CopyStack.longestChain {
      let slot = unsafe record.tape.pointee.storage.slots[index]
      if slot.isNilMarker { return .null }
      if unsafe slot.typePlan.isScalar { return .scalar(slot) }
      if !slot.holdsRecord {
        if unsafe slot.anyPlan.isNil(slot.value) { return .null }
        if let isWanted, let object = unsafe slot.anyPlan.object(slot.value), isWanted(object) {
          return .object(object, slot)
        }
      }
      let inner = try record.open(index, for: self)
      guard unsafe inner.tape.pointee.kind == .single else { return .contents(inner) }
      record = inner
      index = 0
    }
    throw session.noted(
      session.invalid(
        "single", "A value encodes itself as more than \(CopyStack.longestChain) single values."))
  }

  /// Whether the slot at `index`, which holds a value, holds nil.
  func isNil(at index: Int) throws -> Bool {
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    switch try innermost(at: index) {
    case .null: return true
    case .scalar, .object, .contents: return false
    }
  }

  /// Whether the value encoded itself as nil.
  func holdsNil() throws -> Bool {
    guard unsafe tape.pointee.kind == .single else { return false }
    let isScalar = unsafe tape.pointee.storage.slots[0].typePlan.isScalar
    return try !isScalar && isNil(at: 0)
  }
}

// MARK: The end of a record

extension Record {
  /// Leaves nothing but its path to a type that keeps the record after its value has been copied.
  func retire() {
    fixedPath = codingPath
    clear()
    // A record of a single value holds one.
    unsafe tape.pointee.kind = .empty
    unsafe tape.pointee.isSealed = true
  }
}
