/// Traverses two graphs side by side, and collects their differences.
///
/// It keeps a list of the pairs that remain instead of recursion, so no depth of the graphs exhausts
/// the stack.
struct GraphComparer {
  /// The place of a recorded value, which keeps the record alive.
  struct Place {
    let record: Record
    let index: Int

    var slot: Slot { record.tape.pointee.storage.slots[index] }
  }

  /// Two values that remain to be compared; nil stands for a value that one graph does not have.
  private struct Pair {
    let old: Place?
    let new: Place?
    let path: GraphPath
  }

  private let session: GraphSession
  private let limit: Int
  private let describing: (String, Any) -> String
  private var differences: [GraphDifference] = []
  private var pairs: [Pair] = []
  private var partners = Partners()

  init(_ session: GraphSession, limit: Int, describing: @escaping (String, Any) -> String) {
    self.session = session
    self.limit = limit
    self.describing = describing
  }

  /// The differences of two roots, up to the limit.
  mutating func differences<Root: Encodable>(
    from old: Root, to new: Root
  ) throws -> [GraphDifference] {
    compare(place(of: old), place(of: new), GraphPath.root)
    try run()
    return differences
  }

  /// Whether two recorded values are equal, apart from their sharing with the rest of the graphs.
  private func areEqual(_ old: Place, _ new: Place) throws -> Bool {
    var comparer = GraphComparer(session, limit: 1, describing: { _, _ in "" })
    comparer.compare(old, new, GraphPath.root)
    try comparer.run()
    return comparer.differences.isEmpty
  }

  private mutating func compare(_ old: Place?, _ new: Place?, _ path: GraphPath) {
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
      // The pairs that were just added come next, in their order.
      pairs[first...].reverse()
    }
    if differences.count < limit { reportBackReferences() }
  }

  private func place<Root: Encodable>(of root: Root) -> Place {
    let record = session.takeRecord()
    record.begin(.single)
    record.store(root, at: 0, plan: session.typePlan(for: Root.self))
    return Place(record: record, index: 0)
  }

  // MARK: Values

  private mutating func compareNow(
    _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let old = oldPlace.slot
    let new = newPlace.slot
    if old.holdsRecord, new.holdsRecord {
      let oldRecord = oldPlace.record.nested(at: oldPlace.index)
      let newRecord = newPlace.record.nested(at: newPlace.index)
      return try compareContents(oldRecord, newRecord, oldPlace, newPlace, path)
    }
    guard old.typeID == new.typeID else {
      // A nil beside another nil, or beside a value: any other pair is a change of type.
      if try isNil(oldPlace), try isNil(newPlace) { return }
      return report(.changed, oldPlace, newPlace, path)
    }
    if old.isNilMarker { return }
    let plan = old.anyPlan
    if let target = plan.weakTarget(old.value), let other = plan.weakTarget(new.value) {
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
      if let members = plan.alignMembers(old.value, new.value, session) {
        return try compareMembers(members, path)
      }
    }
    try compareContents(
      opened(oldPlace, path), opened(newPlace, path), oldPlace, newPlace, path)
  }

  /// Adds two objects that correspond, and returns whether they remain to be compared.
  private mutating func enter(_ old: AnyObject, _ new: AnyObject, _ path: GraphPath) -> Bool {
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

  private func opened(_ place: Place, _ path: GraphPath) throws -> Record {
    let slot = place.slot
    let record = session.takeRecord()
    record.pathNode = path
    try slot.anyPlan.recordForComparison(slot.value, into: record)
    try record.seal()
    return record
  }

  /// Whether `place` is empty or holds nil.
  private func isNil(_ place: Place) throws -> Bool {
    try place.record.isNil(at: place.index)
  }

  // MARK: Reports

  private mutating func report(
    _ kind: GraphDifference.Kind, _ old: Place?, _ new: Place?, _ path: GraphPath
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
    if !slot.isFilled || slot.isNilMarker { return "nil" }
    if slot.holdsRecord { return "a nested container" }
    return describing(path, slot.anyPlan.any(slot.value))
  }
}

// MARK: Contents

extension GraphComparer {
  /// Compares what two values encoded.
  private mutating func compareContents(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let kind = old.tape.pointee.kind
    guard kind == new.tape.pointee.kind else {
      return report(.changed, oldPlace, newPlace, path)
    }
    switch kind {
    case .empty: break
    case .single: try compareSingles(old, new, oldPlace, newPlace, path)
    case .keyed: try compareKeyed(old, new, path)
    case .unkeyed: try compareUnkeyed(old, new, path)
    }
  }

  private mutating func compareSingles(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let inner = (Place(record: old, index: 0), Place(record: new, index: 0))
    guard isFilled(inner.0), isFilled(inner.1) else {
      if isFilled(inner.0) != isFilled(inner.1) { report(.changed, oldPlace, newPlace, path) }
      return
    }
    // A value that encodes itself as itself, such as a number, has no contents to compare.
    if inner.0.slot.typeID == oldPlace.slot.typeID, inner.1.slot.typeID == newPlace.slot.typeID {
      return report(.changed, oldPlace, newPlace, path)
    }
    compare(inner.0, inner.1, path)
  }

  private mutating func compareKeyed(_ old: Record, _ new: Record, _ path: GraphPath) throws {
    for index in 0..<old.tape.pointee.storage.count {
      let oldPlace = Place(record: old, index: index)
      guard isFilled(oldPlace) else { continue }
      let name = old.tape.pointee.layout.pointee.entries[index].key
      let step = path.appending(name)
      if let newPlace = place(of: name, in: new) {
        compare(oldPlace, newPlace, step)
      } else if try !isNil(oldPlace) {
        compare(oldPlace, nil, step)
      }
    }
    for index in 0..<new.tape.pointee.storage.count {
      let newPlace = Place(record: new, index: index)
      guard isFilled(newPlace) else { continue }
      let name = new.tape.pointee.layout.pointee.entries[index].key
      if place(of: name, in: old) == nil, try !isNil(newPlace) {
        compare(nil, newPlace, path.appending(name))
      }
    }
  }

  /// Compares by position, apart from the equal elements at the start and at the end.
  private mutating func compareUnkeyed(_ old: Record, _ new: Record, _ path: GraphPath) throws {
    let oldCount = old.tape.pointee.storage.count
    let newCount = new.tape.pointee.storage.count
    var start = 0
    var end = 0
    if oldCount != newCount {
      let shorter = min(oldCount, newCount)
      while start < shorter, try areEqual(at(old, start), at(new, start)) { start += 1 }
      while end < shorter - start,
        try areEqual(at(old, oldCount - 1 - end), at(new, newCount - 1 - end))
      {
        end += 1
      }
    }
    let common = min(oldCount, newCount) - end
    for index in 0..<common {
      compare(at(old, index), at(new, index), path.appending(String(index)))
    }
    for index in common..<(oldCount - end) {
      compare(at(old, index), nil, path.appending(String(index)))
    }
    for index in common..<(newCount - end) {
      compare(nil, at(new, index), path.appending(String(index)))
    }
    for back in (0..<end).reversed() {
      let index = newCount - 1 - back
      compare(at(old, oldCount - 1 - back), at(new, index), path.appending(String(index)))
    }
  }

  private func at(_ record: Record, _ index: Int) -> Place {
    Place(record: record, index: index)
  }

  private func isFilled(_ place: Place) -> Bool {
    place.record.tape.pointee.storage.isFilled(place.index)
  }

  private func place(of name: String, in record: Record) -> Place? {
    guard let index = record.tape.pointee.slotForReading(named: name) else { return nil }
    return Place(record: record, index: index)
  }
}

// MARK: Sets

extension GraphComparer {
  /// How many members of the new set a member of the old set is compared with by contents.
  private static var matchLimit: Int { 256 }

  /// Compares two sets by their members.
  ///
  /// Members are matched by their own `==` first. The other members, such as objects that are equal to
  /// themselves only, are matched by their contents.
  private mutating func compareMembers(_ members: AlignedMembers, _ path: GraphPath) throws {
    let common = members.common
    for index in 0..<common {
      compare(at(members.old, index), at(members.new, index), path)
    }
    let newCount = members.new.tape.pointee.storage.count
    var added = (common..<newCount).map { at(members.new, $0) }
    for index in common..<members.old.tape.pointee.storage.count {
      let member = at(members.old, index)
      if let match = try added.prefix(Self.matchLimit).firstIndex(where: {
        try areEqual(member, $0)
      }) {
        compare(member, added.remove(at: match), path)
      } else {
        compare(member, nil, path)
      }
    }
    for member in added { compare(nil, member, path) }
  }
}
