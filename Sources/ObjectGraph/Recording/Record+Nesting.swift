extension Record {
  /// Opens a record of its own in the slot at `index`.
  func nest(at index: Int) -> Record {
    guard !tape.pointee.isSealed else { return session.strayRecord() }
    let nested = session.takeRecord(layout: nestedLayout(at: index))
    attach(nested, index)
    hasNested = true
    tape.store(nested, at: index, plan: session.recordPlan)
    return nested
  }

  private func nestedLayout(at index: Int) -> UnsafeMutablePointer<Layout.Table> {
    let table = tape.pointee.layout
    guard table.pointee.layout.use == .ofType else { return session.blankLayout.table }
    let index = tape.pointee.kind == .keyed ? index : 0
    if table.pointee.count == 0 { table.pointee.append("") }
    if let known = table.pointee.entries[index].nestedTable { return known }
    let new = Layout(.ofType)
    table.pointee.entries[index].nested = new
    table.pointee.entries[index].nestedTable = new.table
    return new.table
  }

  /// The record that lies in the slot at `index`.
  func nested(at index: Int) -> Record {
    tape.pointee.storage.slots[index].value.assumingMemoryBound(to: Record.self).pointee
  }

  /// Lays `record` into the slot at `index`, for the path.
  private func attach(_ record: Record, _ index: Int) {
    record.parent = self
    record.slotInParent = index
    record.tape.pointee.isNested = true
    record.tape.pointee.hasExtras = true
    record.tape.pointee.depth = tape.pointee.depth
  }

  /// Makes the slot at `index` the place where the copy stands.
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

  // MARK: Looking into values

  /// A record of its own for the value at `index`, which tells how the value encodes itself.
  func open(_ index: Int) throws -> Record {
    let slot = tape.pointee.storage.slots[index]
    guard slot.typeID != nil else { return session.strayRecord() }
    if slot.typeID == session.recordTypeID { return nested(at: index) }
    let inner = session.takeRecord(layout: session.blankLayout.table)
    attach(inner, index)
    views.append(inner)
    try slot.plan.takeUnretainedValue().record(slot.value, into: inner)
    inner.seal()
    if let misuse = inner.misuse { throw misuse }
    if slot.isCopy { inner.markAllCopied() }
    return inner
  }

  /// A record whose single value is the one at `index`.
  func view(of index: Int) throws -> Record {
    if tape.pointee.kind == .single { return self }
    let slot = tape.pointee.storage.slots[index]
    guard slot.typeID != nil else { return session.strayRecord() }
    if slot.typeID == session.recordTypeID { return nested(at: index) }
    let view = session.takeRecord(layout: session.blankLayout.table)
    attach(view, index)
    views.append(view)
    view.tape.pointee.kind = .single
    slot.plan.takeUnretainedValue().duplicate(slot.value, into: view)
    view.seal()
    if slot.isCopy { view.markAllCopied() }
    return view
  }

  /// Whether the slot at `index` holds a nil.
  func isNil(at index: Int) throws -> Bool {
    let slot = tape.pointee.storage.slots[index]
    if slot.typeID == nil || slot.typeID == session.nilTypeID { return true }
    if slot.typeID == session.recordTypeID { return try nested(at: index).holdsNil() }
    let plan = slot.plan.takeUnretainedValue()
    if plan.isPrimitive { return false }
    if plan.isNil(slot.value) { return true }
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
