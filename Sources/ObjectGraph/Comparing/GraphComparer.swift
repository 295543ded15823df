/// Traverses two graphs side by side, and collects their differences.
///
/// It keeps a list of the pairs that remain instead of recursion, so no depth of the graphs exhausts
/// the stack. Where it meets a set or a dictionary whose `==` does not decide which members belong
/// together, both graphs are digested, an ``IsomorphismSearch`` decides whether they are equal, and a
/// second pass collects the differences, with members paired by their contents.
struct GraphComparer {
  /// The place of a recorded value, which keeps the record alive.
  struct Place {
    let record: Record
    let index: Int

    var slot: Slot { unsafe record.tape.pointee.storage.slots[index] }
  }

  /// Two values that remain to be compared; nil stands for a value that one graph does not have.
  private struct Pair {
    let old: Place?
    let new: Place?
    let path: GraphPath
  }

  private let session: GraphSession
  private let limit: Int
  let describing: ((String, Any) -> String)?
  private var differences: [GraphDifference] = []
  private var pairs: [Pair] = []
  var partners = Partners()
  /// Whether the first pass has reached something that only the digests of both graphs can answer.
  var needsContents = false
  var contents: GraphContents?

  /// Makes a comparer that only decides whether there is a difference, if `describing` is nil.
  init(_ session: GraphSession, limit: Int, describing: ((String, Any) -> String)?) {
    self.session = session
    self.limit = limit
    self.describing = describing
  }

  /// The differences of two roots, up to the limit.
  mutating func differences<Root: Encodable>(
    from old: Root, to new: Root
  ) throws -> [GraphDifference] {
    let old = Self.place(of: old, session)
    let new = Self.place(of: new, session)
    try run(old, new)
    guard needsContents else { return differences }
    let contents = try GraphContents(old, new, session)
    if try contents.areEqual() { return [] }
    guard describing != nil else { return [GraphDifference(path: "", kind: .changed)] }
    self.contents = contents
    differences = []
    pairs = []
    partners = Partners()
    try run(old, new)
    return differences
  }

  static func place<Root: Encodable>(of root: Root, _ session: GraphSession) -> Place {
    let record = session.takeRecord()
    record.begin(.single)
    record.store(root, at: 0, plan: session.typePlan(for: Root.self))
    return Place(record: record, index: 0)
  }

  mutating func compare(_ old: Place?, _ new: Place?, _ path: GraphPath) {
    pairs.append(Pair(old: old, new: new, path: path))
  }

  private mutating func run(_ old: Place, _ new: Place) throws {
    compare(old, new, GraphPath.root)
    while let pair = pairs.popLast(), differences.count < limit, !needsMore {
      let first = pairs.count
      if let old = pair.old, let new = pair.new {
        try compareNow(old, new, pair.path)
      } else {
        report(pair.old == nil ? .added : .removed, pair.old, pair.new, pair.path)
      }
      // The pairs that were just added come next, in their order.
      pairs[first...].reverse()
    }
    if differences.count < limit, !needsMore { reportBackReferences() }
  }

  /// Whether the first pass ends here.
  private var needsMore: Bool { needsContents && contents == nil }

  // MARK: Values

  private mutating func compareNow(
    _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let old = oldPlace.slot
    let new = newPlace.slot
    if old.holdsRecord, new.holdsRecord {
      let oldRecord = oldPlace.record.nested(at: oldPlace.index)
      let newRecord = newPlace.record.nested(at: newPlace.index)
      // The path of its own spares each of them the search for it when its owner ends first.
      oldRecord.pathNode = path
      newRecord.pathNode = path
      return try compareContents(oldRecord, newRecord, oldPlace, newPlace, path)
    }
    let oldObject = object(oldPlace)
    let newObject = object(newPlace)
    guard old.typeID == new.typeID || oldObject != nil && newObject != nil else {
      // A nil beside another nil, or beside a value: any other pair is a change of type.
      if try isNull(oldPlace), try isNull(newPlace) { return }
      return report(.changed, oldPlace, newPlace, path)
    }
    if old.isNilMarker { return }
    let plan = unsafe old.anyPlan
    if let target = unsafe plan.weakTarget(old.value), let other = unsafe plan.weakTarget(new.value)
    {
      return partners.noteBackReference(target, other, path)
    }
    if let oldObject, let newObject {
      guard enter(oldObject, newObject, path) else { return }
      guard type(of: oldObject) == type(of: newObject) else {
        return report(.changed, oldPlace, newPlace, path)
      }
    } else {
      if plan.isOptional, unsafe plan.isNil(old.value) != plan.isNil(new.value) {
        return report(.changed, oldPlace, newPlace, path)
      }
      switch unsafe plan.quickComparison(old.value, new.value) {
      case .equal: return
      case .different: return report(.changed, oldPlace, newPlace, path)
      case .unknown: break
      }
    }
    let oldRecord = try Self.open(oldPlace, session, path)
    let newRecord = try Self.open(newPlace, session, path)
    switch plan.arrangement {
    case .ordered: try compareContents(oldRecord, newRecord, oldPlace, newPlace, path)
    case .members(let areExact):
      try compareUnordered(
        Unordered(oldRecord, newRecord, areExact: areExact, hasValues: false), oldPlace, newPlace,
        path)
    case .entries(let areExact):
      try compareUnordered(
        Unordered(oldRecord, newRecord, areExact: areExact, hasValues: true), oldPlace, newPlace,
        path)
    }
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

  /// A record of what the value at `place` encodes for comparison.
  static func open(_ place: Place, _ session: GraphSession, _ path: GraphPath) throws -> Record {
    let slot = place.slot
    let record = session.takeRecord()
    record.pathNode = path
    try unsafe slot.anyPlan.recordForComparison(slot.value, into: record)
    try record.seal()
    return record
  }

  /// Whether the value at `place` encodes itself as nil, as a missing value does.
  ///
  /// An optional has a value of its own for nil, which an optional of an optional needs.
  private func isNull(_ place: Place) throws -> Bool {
    let slot = place.slot
    if !slot.isFilled || slot.isNilMarker { return true }
    if !slot.holdsRecord {
      let plan = unsafe slot.anyPlan
      if unsafe plan.isOptional || plan.object(slot.value) != nil { return false }
      if unsafe plan.weakTarget(slot.value) != nil { return false }
    }
    return try place.record.isNil(at: place.index)
  }

  // MARK: Reports

  mutating func report(
    _ kind: GraphDifference.Kind, _ old: Place?, _ new: Place?, _ path: GraphPath
  ) {
    if describing == nil { return add(GraphDifference(path: "", kind: kind)) }
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
    return unsafe describing?(path, slot.anyPlan.any(slot.value)) ?? ""
  }
}

// MARK: Contents

extension GraphComparer {
  /// Compares what two values encoded.
  private mutating func compareContents(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let kind = unsafe old.tape.pointee.kind
    guard unsafe kind == new.tape.pointee.kind else {
      return report(.changed, oldPlace, newPlace, path)
    }
    switch kind {
    case .empty: break
    case .single: try compareSingles(old, new, oldPlace, newPlace, path)
    case .keyed: try compareKeyed(old, new, path)
    case .unkeyed: try compareUnkeyed(old, new, oldPlace, newPlace, path)
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
      if unsafe oldPlace.slot.anyPlan.areEquatable(oldPlace.slot.value, newPlace.slot.value) {
        return
      }
      return report(.changed, oldPlace, newPlace, path)
    }
    compare(inner.0, inner.1, path)
  }

  private mutating func compareKeyed(_ old: Record, _ new: Record, _ path: GraphPath) throws {
    for index in unsafe 0..<old.tape.pointee.storage.count {
      let oldPlace = Place(record: old, index: index)
      guard isFilled(oldPlace) else { continue }
      let name = unsafe old.tape.pointee.layout.pointee.entries[index].key
      let step = path.appending(name)
      if let newPlace = place(of: name, in: new) {
        compare(oldPlace, newPlace, step)
      } else if try !isNull(oldPlace) {
        compare(oldPlace, nil, step)
      }
    }
    for index in unsafe 0..<new.tape.pointee.storage.count {
      let newPlace = Place(record: new, index: index)
      guard isFilled(newPlace) else { continue }
      let name = unsafe new.tape.pointee.layout.pointee.entries[index].key
      if place(of: name, in: old) == nil, try !isNull(newPlace) {
        compare(nil, newPlace, path.appending(name))
      }
    }
  }

  /// Compares by position, apart from the equal elements at the start and at the end.
  private mutating func compareUnkeyed(
    _ old: Record, _ new: Record, _ oldPlace: Place, _ newPlace: Place, _ path: GraphPath
  ) throws {
    let oldCount = unsafe old.tape.pointee.storage.count
    let newCount = unsafe new.tape.pointee.storage.count
    var start = 0
    var end = 0
    if oldCount != newCount {
      if describing == nil { return report(.changed, oldPlace, newPlace, path) }
      let shorter = min(oldCount, newCount)
      while start < shorter, try areAlike(at(old, start), at(new, start)) { start += 1 }
      while end < shorter - start,
        try areAlike(at(old, oldCount - 1 - end), at(new, newCount - 1 - end))
      {
        end += 1
      }
      if needsMore { return }
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

  /// Whether two elements have equal contents, apart from their sharing and their back references.
  private mutating func areAlike(_ old: Place, _ new: Place) throws -> Bool {
    guard old.slot.typeID == new.slot.typeID else { return false }
    if !old.slot.isFilled || old.slot.isNilMarker { return true }
    if !old.slot.holdsRecord {
      switch unsafe old.slot.anyPlan.quickComparison(old.slot.value, new.slot.value) {
      case .equal: return true
      case .different: return false
      case .unknown: break
      }
    }
    guard let contents else {
      needsContents = true
      return false
    }
    return try contents.digest(of: old, isOld: true) == contents.digest(of: new, isOld: false)
  }

  private func at(_ record: Record, _ index: Int) -> Place {
    Place(record: record, index: index)
  }

  private func isFilled(_ place: Place) -> Bool {
    unsafe place.record.tape.pointee.storage.isFilled(place.index)
  }

  private func place(of name: String, in record: Record) -> Place? {
    guard let index = unsafe record.tape.pointee.slotForReading(named: name) else { return nil }
    return Place(record: record, index: index)
  }
}

/// The contents of the values of both graphs, as digests that are equal for equal contents.
final class GraphContents {
  private var old: Fingerprinter
  private var new: Fingerprinter

  init(
    _ old: GraphComparer.Place, _ new: GraphComparer.Place, _ session: GraphSession
  ) throws {
    self.old = try Fingerprinter.digested(old, session)
    self.new = try Fingerprinter.digested(new, session)
  }

  /// Whether the contents and the sharing are equal.
  func areEqual() throws -> Bool {
    guard old.contents == new.contents else { return false }
    var graphs = (
      old.sharing.colored(root: old.contents), new.sharing.colored(root: new.contents)
    )
    graphs.0.refine()
    graphs.1.refine()
    return try IsomorphismSearch.succeeds(graphs.0, graphs.1)
  }

  /// The digest of the value at a place, apart from its sharing and its back references.
  func digest(of place: GraphComparer.Place, isOld: Bool) throws -> GraphFingerprint {
    try isOld ? old.digestAgain(place) : new.digestAgain(place)
  }
}
