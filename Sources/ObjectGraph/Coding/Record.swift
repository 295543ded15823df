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
    } else if tape.pointee.kind != .single || !amendSingleValue(as: kind) {
      noteMisuse("A value requested \(tape.pointee.kind) and \(kind) containers at one path.")
    }
  }

  /// Replaces the single value by its contents, to which a container adds, as with `JSONEncoder`.
  private func amendSingleValue(as kind: Tape.Kind) -> Bool {
    guard let contents = contents(of: 0, as: kind) else { return false }
    takeContents(of: contents)
    releaseViews(downTo: 0)
    return true
  }

  /// What the value in the slot at `index` encodes, if that is a container of this kind.
  private func contents(of index: Int, as kind: Tape.Kind) -> Record? {
    do {
      guard case .contents(let contents) = try innermost(at: index) else { return nil }
      return contents.tape.pointee.kind == kind ? contents : nil
    } catch {
      note(error)
      return nil
    }
  }

  /// Keeps an error until the value has encoded itself.
  func noteMisuse(_ description: String) {
    note(
      EncodingError.invalidValue(
        description, EncodingError.Context(codingPath: codingPath, debugDescription: description)))
  }

  private func note(_ error: any Error) {
    if let parent { return parent.note(error) }
    if misuse == nil { misuse = error }
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
    put(nested, index)
    return nested
  }

  /// The record of a nested container in the slot at `index`, with what was written there before.
  func nest(at index: Int, as kind: Tape.Kind) -> Record {
    guard !tape.pointee.isSealed, tape.pointee.storage.isFilled(index) else {
      return nest(at: index)
    }
    if tape.pointee.storage.slots[index].holdsRecord { return nested(at: index) }
    guard let contents = contents(of: index, as: kind) else {
      noteMisuse("A value requested a nested \(kind) container in place of an encoded value.")
      return session.strayRecord()
    }
    let nested = session.takeRecord()
    nested.takeContents(of: contents)
    releaseViews(downTo: 0)
    put(nested, index)
    return nested
  }

  private func put(_ nested: Record, _ index: Int) {
    attach(nested, index)
    hasNested = true
    store(nested, at: index, plan: session.recordPlan)
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
    record.attach(to: self, index)
  }

  /// Makes the slot at `index` of `parent`, which outlives this record, its place in the path.
  func attach(to parent: Record, _ index: Int) {
    self.parent = parent
    slotInParent = index
    tape.pointee.isNested = true
    tape.pointee.hasExtras = true
    tape.pointee.depth = 0
  }

  /// Makes the value in the slot at `index` the current value of the copy.
  func enter(_ index: Int) {
    tape.pointee.current = index
    let path = tape.pointee.path
    guard !path.pointee.holds(tape) else { return path.pointee.truncate(to: tape.pointee.depth) }
    if let parent, path.pointee.holds(parent.tape) {
      parent.tape.pointee.current = slotInParent
      path.pointee.truncate(to: parent.tape.pointee.depth)
      return path.pointee.push(tape)
    }
    var outermost = self
    var missing: [Record] = []
    // A chain of conversions may be as deep as the graph, so this is a loop.
    while !path.pointee.holds(outermost.tape), let parent = outermost.parent {
      missing.append(outermost)
      parent.tape.pointee.current = outermost.slotInParent
      outermost = parent
    }
    guard outermost.fixedPath == nil else { return }
    path.pointee.truncate(to: outermost.tape.pointee.depth)
    for record in missing.reversed() { path.pointee.push(record.tape) }
  }

  /// A record of what the value at `index` encodes, which `keeper` releases at its end.
  func open(_ index: Int, for keeper: Record) throws -> Record {
    try record(at: index, for: keeper) { slot, inner in
      do {
        try slot.anyPlan.record(slot.value, into: inner)
        try inner.seal()
      } catch {
        throw session.noted(error)
      }
    }
  }

  /// A record whose single value is the one at `index`.
  func view(of index: Int) throws -> Record {
    if tape.pointee.kind == .single { return self }
    return try record(at: index, for: self) { slot, view in
      view.tape.pointee.kind = .single
      slot.anyPlan.duplicate(slot.value, into: view, slot.typePlan)
      try view.seal()
    }
  }

  private func record(
    at index: Int, for keeper: Record, filledBy fill: (Slot, Record) throws -> Void
  ) throws -> Record {
    let slot = tape.pointee.storage.slots[index]
    guard slot.isFilled else { return session.strayRecord() }
    if slot.holdsRecord { return nested(at: index) }
    let inner = session.takeRecord()
    attach(inner, index)
    keeper.views.append(inner)
    try fill(slot, inner)
    if slot.isCopy { inner.markAllCopied() }
    return inner
  }

  /// What remains of a value when each value that encodes itself as one other value is replaced by it.
  enum Innermost {
    case missing, null
    case scalar(Slot)
    case object(AnyObject, Slot)
    case contents(Record)
  }

  /// Follows single values from the one at `index`, up to a wanted object.
  func innermost(
    at index: Int, endingAt isWanted: (AnyObject) -> Bool = { _ in false }
  ) throws -> Innermost {
    var record = self
    var index = index
    for _ in 0..<CopyStack.longestChain {
      guard record.tape.pointee.storage.isFilled(index) else { return .missing }
      let slot = record.tape.pointee.storage.slots[index]
      if slot.isNilMarker { return .null }
      if slot.typePlan.isScalar { return .scalar(slot) }
      if !slot.holdsRecord {
        if slot.anyPlan.isNil(slot.value) { return .null }
        if let object = slot.anyPlan.object(slot.value), isWanted(object) {
          return .object(object, slot)
        }
      }
      let inner = try record.open(index, for: self)
      guard inner.tape.pointee.kind == .single else { return .contents(inner) }
      record = inner
      index = 0
    }
    throw session.noted(
      session.invalid(
        "single", "A value encodes itself as more than \(CopyStack.longestChain) single values."))
  }

  /// Whether the slot at `index` is empty or holds nil.
  func isNil(at index: Int) throws -> Bool {
    guard tape.pointee.storage.isFilled(index) else { return true }
    let viewCount = views.count
    defer { releaseViews(downTo: viewCount) }
    switch try innermost(at: index) {
    case .missing, .null: return true
    case .scalar, .object, .contents: return false
    }
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
    if fixedPath == nil, pathNode == nil { fixedPath = codingPath }
    parent = nil
  }

  /// Moves the contents of `other` here.
  func takeContents(of other: Record) {
    swap(&tape.pointee.storage, &other.tape.pointee.storage)
    use(other.layout)
    tape.pointee.kind = other.tape.pointee.kind
    tape.pointee.keyType = other.tape.pointee.keyType
    misuse = other.misuse
    for index in 0..<tape.pointee.storage.count
    where tape.pointee.storage.slots[index].holdsRecord {
      attach(nested(at: index), index)
      hasNested = true
    }
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
