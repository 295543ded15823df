/// Walks two graphs side by side, from a list of what is left to compare, so that no depth of the
/// graphs can exhaust the stack.
struct GraphComparer {
  /// A recorded value in a slot of a record, which it keeps alive.
  struct Place {
    let record: Record
    let index: Int

    var slot: Slot { record.tape.pointee.storage.slots[index] }
  }

  /// Two values that are left to compare.
  private struct Pair {
    let old: Place?
    let new: Place?
    let path: PathNode
  }

  let session: GraphSession
  private let limit: Int
  private let describing: (String, Any) -> String
  private(set) var differences: [GraphDifference] = []
  private var pairs: [Pair] = []
  private var partners = Partners()

  init(_ session: GraphSession, limit: Int, describing: @escaping (String, Any) -> String) {
    self.session = session
    self.limit = limit
    self.describing = describing
  }

  /// All differences of two roots, up to the limit.
  mutating func differences<Root: Encodable>(
    from old: Root, to new: Root
  ) throws -> [GraphDifference] {
    compare(place(of: old), place(of: new), PathNode.root)
    try run()
    return differences
  }

  /// Whether two recorded values are equal, sharing with the rest of their graphs aside.
  func areEqual(_ old: Place, _ new: Place) throws -> Bool {
    var comparer = GraphComparer(session, limit: 1, describing: { _, _ in "" })
    comparer.compare(old, new, PathNode.root)
    try comparer.run()
    return comparer.differences.isEmpty
  }

  /// Adds two values to what is left to compare.
  ///
  /// A value that only one graph has is a difference that is reported in its turn.
  mutating func compare(_ old: Place?, _ new: Place?, _ path: PathNode) {
    pairs.append(Pair(old: old, new: new, path: path))
  }

  private mutating func run() throws {
    while let pair = pairs.popLast(), differences.count < limit {
      let first = pairs.count
      if let old = pair.old, let new = pair.new {
        try compareNow(old, new, pair.path)
      } else {
        report(pair.old == nil ? .added : .removed, pair.old, pair.new, pair.path)
      }
      // What was added just now comes next, in its own order.
      pairs[first...].reverse()
    }
    if differences.count < limit { reportBackReferences() }
  }

  private func place<Root: Encodable>(of root: Root) -> Place {
    let record = session.takeRecord(layout: session.blankLayout.table)
    record.begin(.single)
    record.tape.store(root, at: 0, plan: session.encodablePlan(for: Root.self))
    record.seal()
    return Place(record: record, index: 0)
  }

  // MARK: Values

  private mutating func compareNow(
    _ oldPlace: Place, _ newPlace: Place, _ path: PathNode
  ) throws {
    let old = oldPlace.slot
    let new = newPlace.slot
    if old.typeID == session.recordTypeID, new.typeID == session.recordTypeID {
      let oldRecord = oldPlace.record.nested(at: oldPlace.index)
      let newRecord = newPlace.record.nested(at: newPlace.index)
      return try compareContents(oldRecord, newRecord, oldPlace, newPlace, path)
    }
    guard old.typeID == new.typeID else {
      // A nil beside another nil, or beside a value: anything else changed its type.
      if try isNil(oldPlace), try isNil(newPlace) { return }
      return report(.changed, oldPlace, newPlace, path)
    }
    if old.typeID == session.nilTypeID { return }
    let plan = old.plan.takeUnretainedValue()
    if let target = plan.backReference(old.value), let other = plan.backReference(new.value) {
      return partners.noteBackReference(target, other, path)
    }
    if let oldObject = plan.object(old.value), let newObject = plan.object(new.value) {
      guard enter(oldObject, newObject, path) else { return }
      guard type(of: oldObject) == type(of: newObject) else {
        return report(.changed, oldPlace, newPlace, path)
      }
    } else {
      switch plan.quickComparison(old.value, new.value) {
      case .equal: return
      case .different: return report(.changed, oldPlace, newPlace, path)
      case .unknown: break
      }
      if plan.hasMembers { return try compareMembers(plan, old, new, path) }
    }
    try compareContents(
      opened(oldPlace, path), opened(newPlace, path), oldPlace, newPlace, path)
  }

  /// Notes that two objects stand for each other, and returns whether they are to be compared.
  private mutating func enter(_ old: AnyObject, _ new: AnyObject, _ path: PathNode) -> Bool {
    switch partners.enter(old, new, path) {
    case .new: return true
    case .known: return false
    case .unshared(let other):
      add(GraphDifference(path: path.text, kind: .unshared, otherPath: other.text))
    case .shared(let other):
      add(GraphDifference(path: path.text, kind: .shared, otherPath: other.text))
    }
    return false
  }

  private func opened(_ place: Place, _ path: PathNode) throws -> Record {
    let slot = place.slot
    let record = session.takeRecord(layout: session.blankLayout.table)
    record.pathNode = path
    try slot.plan.takeUnretainedValue().recordForComparison(slot.value, into: record)
    record.seal()
    if let misuse = record.misuse { throw misuse }
    return record
  }

  /// Whether nothing is recorded at `place`, or a nil.
  func isNil(_ place: Place) throws -> Bool {
    try place.record.isNil(at: place.index)
  }

  // MARK: Reports

  /// Reports a difference of two values.
  mutating func report(
    _ kind: GraphDifference.Kind, _ old: Place?, _ new: Place?, _ path: PathNode
  ) {
    let text = path.text
    add(
      GraphDifference(
        path: text, kind: kind, old: old.map { describe($0, text) },
        new: new.map { describe($0, text) }))
  }

  private mutating func reportBackReferences() {
    for (path, old, new) in partners.brokenBackReferences() {
      add(GraphDifference(path: path.text, kind: .changed, old: old, new: new))
    }
  }

  private mutating func add(_ difference: GraphDifference) {
    if differences.count < limit { differences.append(difference) }
  }

  private func describe(_ place: Place, _ path: String) -> String {
    let slot = place.slot
    if slot.typeID == nil || slot.typeID == session.nilTypeID { return "nil" }
    if slot.typeID == session.recordTypeID { return "a nested container" }
    return describing(path, slot.plan.takeUnretainedValue().any(slot.value))
  }
}
