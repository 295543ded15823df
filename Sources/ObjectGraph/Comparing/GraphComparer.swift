internal import ValueReflection

/// Walks two graphs side by side, and collects their differences.
///
/// It compares what the graphs encode, in the order in which they encode it, with a list of frames
/// instead of recursion, so no depth of the graphs exhausts the stack. Paths are made where a difference
/// is found. A few comparisons walk the graphs again, with more in hand:
///
/// - With the path of each object, for a difference in sharing, a back reference that leads elsewhere,
///   and a type that reads its coding path.
/// - With the digests of all contents, for a set or dictionary whose `==` does not decide which members
///   belong together, and for arrays of other lengths. An ``IsomorphismSearch`` decides whether the
///   graphs are equal at all; if not, members are paired by their contents.
struct GraphComparer: ~Copyable {
  /// The place of a recorded value, which keeps the record alive.
  struct Place {
    let record: Record
    let index: Int

    var slot: Slot { unsafe record.tape.pointee.storage.slots[index] }

    var isFilled: Bool { unsafe record.tape.pointee.storage.isFilled(index) }

    /// The value, unless it is nil or a nested container.
    var value: Any? {
      guard isFilled, !slot.isNilMarker, !slot.holdsRecord else { return nil }
      return unsafe slot.anyPlan.any(slot.value)
    }

    /// The name of the slot in a keyed record.
    var key: String { unsafe record.tape.pointee.layout.pointee.entries[index].key }
  }

  // These types are not private, because the compiler fails to destroy them from another file then.

  /// Two slots to be compared; nil where one graph has none.
  struct Step {
    let old: Int?
    let new: Int?
  }

  /// Two records whose slots are being compared.
  struct Frame {
    var old: Record
    var new: Record
    /// Whether the records return to the session, instead of to the records that contain them.
    let isOwned: Bool
    let arrangement: Arrangement
    /// The steps; nil if each slot is compared with the one at its position.
    let steps: [Step]?
    var next = 0
    /// The path to the values that were recorded, once it was needed.
    var path: GraphPath?

    /// Moves to the next step; nil at the end.
    @inline(__always)
    mutating func takeNext() -> Step? {
      guard unsafe next < steps?.count ?? old.tape.pointee.storage.count else { return nil }
      next += 1
      return current
    }

    /// The step that was taken last.
    var current: Step { steps?[next - 1] ?? Step(old: next - 1, new: next - 1) }
    var oldPlace: Place? { current.old.map { Place(record: old, index: $0) } }
    var newPlace: Place? { current.new.map { Place(record: new, index: $0) } }

    /// The key of the current step in a dictionary.
    var key: Any? {
      if case .named = arrangement { name?.stringValue } else { keyPlace?.value }
    }

    /// The place of a key that need not be its own name.
    private var keyPlace: Place? {
      guard case .unordered(hasValues: true, _) = arrangement else { return nil }
      return (oldPlace ?? newPlace).map { Place(record: $0.record, index: $0.index / 2 * 2) }
    }

    /// The key of the current step in coding paths.
    var name: PathKey? {
      if case .unordered = arrangement {
        return keyPlace.map { PathKey(stringValue: GraphComparer.keyName($0)) }
      }
      return switch unsafe old.tape.pointee.kind {
      case .keyed: (oldPlace ?? newPlace).map { PathKey(stringValue: $0.key) }
      case .unkeyed: (current.new ?? current.old).map(PathKey.init(index:))
      case .single, .empty: nil
      }
    }
  }

  /// The parts that a walk lacks.
  enum Restart: Error {
    case withPaths, withContents
  }

  typealias Objects = [ObjectIdentifier: GraphObject]

  let session: GraphSession
  let limit: Int
  /// Describes a value at a path; nil if only whether there is a difference is wanted.
  let describing: ((String, Any) -> String)?
  /// Whether values that are described alike are described exactly.
  var isExplaining = false
  var differences: [GraphDifference] = []
  var frames = GrowingBuffer<Frame>(minimumCapacity: 16)
  /// The objects of the new graph with those of the old one, and the other way round in the session.
  var newObjects = IdentityMap()
  /// The targets of the weak back references.
  var backReferences: [(old: AnyObject?, new: AnyObject?, path: GraphPath?)] = []
  /// Whether each object is kept with its path.
  var keepsPaths = false
  var objects: (old: Objects, new: Objects) = ([:], [:])
  /// Whether the objects of one graph are wanted, apart from those in values that are copied as such.
  var isCollecting = false
  var contents: GraphContents?

  /// The differences of two roots, up to the limit.
  mutating func differences<Root: Encodable>(
    from old: Root, to new: Root
  ) throws -> [GraphDifference] {
    let old = Self.place(of: old, session)
    let new = Self.place(of: new, session)
    while true {
      do {
        try walk(old, new)
        return differences
      } catch Restart.withContents {
        let contents = try GraphContents(old, new, session)
        if try contents.areEqual() { return [] }
        if describing == nil { return [GraphDifference(path: "", kind: .changed)] }
        self.contents = contents
      } catch {
        // An error of a type names the path that the type has read.
        guard error is Restart || session.hasReadPath && !keepsPaths else { throw error }
        keepsPaths = true
      }
    }
  }

  static func place<Root: Encodable>(of root: Root, _ session: GraphSession) -> Place {
    let record = session.takeRecord()
    record.begin(.single)
    record.store(root, at: 0, plan: session.typePlan(for: Root.self))
    return Place(record: record, index: 0)
  }

  mutating func walk(_ old: Place, _ new: Place) throws {
    (differences, backReferences, objects) = ([], [], ([:], [:]))
    newObjects.removeAll()
    unsafe session.identities.pointee.removeAll()
    session.hasReadPath = false
    defer { while frames.count > 0 { pop() } }
    frames.append(
      Frame(
        old: old.record, new: new.record, isOwned: false, arrangement: .ordered, steps: nil,
        path: .root))
    while frames.count > 0, differences.count < limit { try takeStep() }
    try compareBackReferences()
    if session.hasReadPath, !keepsPaths { throw Restart.withPaths }
  }

  // MARK: Values

  /// Compares the next slots of the last frame, or removes that frame.
  @inline(__always)
  private mutating func takeStep() throws {
    let frame = unsafe frames.elements + (frames.count - 1)
    guard let step = unsafe frame.pointee.takeNext() else { return pop() }
    guard let old = step.old, let new = step.new else {
      return report(step.old == nil ? .added : .removed)
    }
    try unsafe compare(
      frame.pointee.old.tape.pointee.storage.slots[old],
      frame.pointee.new.tape.pointee.storage.slots[new])
  }

  @inline(__always)
  private mutating func compare(_ old: Slot, _ new: Slot) throws {
    guard old.typeID == new.typeID else { return try compareTypes(old, new) }
    if !old.isFilled || old.isNilMarker { return }
    if old.holdsRecord {
      return try unsafe push(old.record, new.record, .ordered, isOwned: false)
    }
    let plan = unsafe old.typePlan
    if isCollecting, plan.isByValue { return }
    switch plan.comparison {
    case .leaf(let type):
      if unsafe type.areSame(old.value, new.value) { return }
      if type.hasContents { try open(old, new) } else { report(.changed) }
    case .object: try compareObjects(old, new)
    case .contents: try open(old, new)
    case .reference:
      guard let reference = unsafe plan.untyped.reference(old.value), !reference.isOwning else {
        return try open(old, new)
      }
      let target = unsafe plan.untyped.reference(new.value)?.anyTarget
      backReferences.append((reference.anyTarget, target, keepsPaths ? currentPath() : nil))
    }
  }

  /// Compares values of two types: objects, a nil beside another nil or beside a value.
  private mutating func compareTypes(_ old: Slot, _ new: Slot) throws {
    let frame = unsafe frames.elements + (frames.count - 1)
    guard let oldPlace = unsafe frame.pointee.oldPlace,
      let newPlace = unsafe frame.pointee.newPlace
    else {
      return
    }
    if object(oldPlace) != nil, object(newPlace) != nil { return try compareObjects(old, new) }
    switch (try isNull(oldPlace), try isNull(newPlace)) {
    case (true, true): return
    case (true, false) where !old.isFilled: report(.added)
    case (false, true) where !new.isFilled: report(.removed)
    default: report(.changed)
    }
  }

  private mutating func compareObjects(_ old: Slot, _ new: Slot) throws {
    guard let oldObject = unsafe old.anyPlan.object(old.value),
      let newObject = unsafe new.anyPlan.object(new.value), try enter(oldObject, newObject)
    else {
      return
    }
    guard type(of: oldObject) == type(of: newObject) else { return report(.changed) }
    try open(old, new)
  }

  /// Adds two objects that correspond, and returns whether they remain to be compared.
  @inline(__always)
  private mutating func enter(_ old: AnyObject, _ new: AnyObject) throws -> Bool {
    switch newObjects.enter(new) {
    case .entered(let newPosition):
      guard case .entered(let position) = unsafe session.identities.pointee.enter(old) else {
        newObjects.abandon(newPosition)
        return try reportSharing(of: old, new)
      }
      unsafe session.identities.pointee.complete(position, with: new)
      newObjects.complete(newPosition, with: old)
      if keepsPaths {
        let path = currentPath()
        objects.old[ObjectIdentifier(old)] = GraphObject(object: old, place: path)
        objects.new[ObjectIdentifier(new)] = GraphObject(object: new, place: path)
      }
      return true
    case .copied(let partner) where partner === old: return false
    case .copied, .inProgress: return try reportSharing(of: old, new)
    }
  }

  /// Compares two values now if they have no encoded contents, otherwise adds a frame that compares these contents.
  private mutating func open(_ old: Slot, _ new: Slot) throws {
    let plan = unsafe old.anyPlan
    if unsafe old.typePlan.isOptional, unsafe plan.isNil(old.value) != plan.isNil(new.value) {
      return report(.changed)
    }
    let frame = unsafe frames.elements + (frames.count - 1)
    var oldRecord = try unsafe session.open(old, at: keepsPaths ? frame.pointee.oldPlace : nil)
    var newRecord = try unsafe session.open(new, at: keepsPaths ? frame.pointee.newPlace : nil)
    if unsafe oldRecord.tape.pointee.kind == .single, Self.isItself(old, oldRecord),
      Self.isItself(new, newRecord)
    {
      // A value that encodes itself as itself has no contents.
      if unsafe areEqual(plan.any(old.value), plan.any(new.value)) != true { report(.changed) }
      session.recycle(&oldRecord)
      return session.recycle(&newRecord)
    }
    let arrangement = unsafe old.typePlan.arrangement
    var steps: [Step]?
    if case .unordered(let hasValues, let isExact) = arrangement,
      describing != nil || Self.haveSameCount(oldRecord, newRecord)
    {
      steps = try unorderedSteps(
        oldRecord, newRecord, old, new, hasValues: hasValues, isExact: isExact)
    }
    try push(oldRecord, newRecord, arrangement, isOwned: true, steps)
  }

  /// Whether a record holds but a value of the type that has encoded it.
  private static func isItself(_ slot: Slot, _ record: Record) -> Bool {
    unsafe record.tape.pointee.storage.isFilled(0)
      && record.tape.pointee.storage.slots[0].typeID == slot.typeID
  }

  /// Whether the value at `place` encodes itself as nil, as a missing value does.
  ///
  /// An optional has a value of its own for nil, which an optional of an optional needs.
  func isNull(_ place: Place) throws -> Bool {
    if !place.isFilled || place.slot.isNilMarker { return true }
    let slot = place.slot
    let plan = unsafe slot.anyPlan
    if unsafe plan.isOptional || plan.object(slot.value) != nil { return false }
    if unsafe plan.reference(slot.value)?.isOwning == false { return false }
    return try place.record.isNil(at: place.index)
  }

  func object(_ place: Place) -> AnyObject? {
    guard place.isFilled else { return nil }
    return unsafe place.slot.anyPlan.object(place.slot.value)
  }

  // MARK: Frames

  /// Compares two records next, by these steps or by those that their contents have.
  private mutating func push(
    _ old: Record, _ new: Record, _ arrangement: Arrangement, isOwned: Bool, _ known: [Step]? = nil
  ) throws {
    let (oldTape, newTape) = unsafe (old.tape, new.tape)
    let kind = unsafe oldTape.pointee.kind
    var steps = known
    if unsafe kind != newTape.pointee.kind {
      report(.changed)
      steps = []
    } else if kind == .keyed {
      if unsafe oldTape.pointee.layout != newTape.pointee.layout || !Self.haveSameCount(old, new) {
        steps = try keyedSteps(old, new)
      }
    } else if steps == nil, !Self.haveSameCount(old, new) {
      if describing == nil { report(.changed) }
      steps = describing == nil ? [] : try alignedSteps(old, new)
    }
    frames.append(
      Frame(old: old, new: new, isOwned: isOwned, arrangement: arrangement, steps: steps))
  }

  @inline(__always)
  private static func haveSameCount(_ old: Record, _ new: Record) -> Bool {
    unsafe old.tape.pointee.storage.count == new.tape.pointee.storage.count
  }

  private mutating func pop() {
    guard var frame = frames.popLast(), frame.isOwned else { return }
    session.recycle(&frame.old)
    session.recycle(&frame.new)
  }
}

/// How two values of one type are compared.
enum Comparison {
  /// The values are compared as a whole, and then by their contents.
  case leaf(any ComparedInPlace.Type)
  /// The values are compared as objects, by their identities and their contents.
  case object
  /// The values are compared as back references.
  case reference
  /// The values are compared by their encoded contents.
  case contents

  /// Whether two values of a type are the same exactly if they are equal by `==`.
  static func isExact(_ type: any Any.Type) -> Bool {
    (type as? any Leaf.Type)?.isExact ?? false
  }

  init(_ type: any Any.Type) {
    if let type = type as? any ComparedInPlace.Type {
      self = .leaf(type)
    } else if type is AnyObject.Type {
      self = .object
    } else {
      self = type is any GraphReference.Type ? .reference : .contents
    }
  }
}
