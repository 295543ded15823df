/// A pass that proves most equal graphs equal, for little more than the cost of encoding both.
///
/// It compares what the graphs encode in the order in which they encode it, and keeps no paths. It ends
/// without an answer at the first thing that it cannot take for equal: a difference, a set or
/// dictionary whose members need partners, an error, a type that reads its coding path or keeps its
/// encoder. Then a ``GraphComparer`` decides, from the beginning. So this pass needs no rule of its
/// own: whatever it accepts, the comparer accepts for the same reason. The bound of "isEqual of two equal
/// graphs" needs it: the comparer, which keeps paths, takes four times as long.
struct EqualityPass: ~Copyable {
  /// Two records whose slots are being compared.
  private struct Frame {
    let old: Record
    let new: Record
    /// The type of the value that encoded itself, or nil for a nested container.
    let type: ObjectIdentifier?
    /// Whether the new record has the same keys in the same slots.
    let isAligned: Bool
    var next = 0

    /// Whether the records return to the session, instead of to the record that contains them.
    var isOwned: Bool { type != nil }
  }

  private let session: GraphSession
  private var frames = GrowingBuffer<Frame>(minimumCapacity: 16)
  /// The objects of the new graph; those of the old one, with their partners, are in the session.
  private var newObjects = IdentityMap()
  private var backReferences: [(old: Partners.Target, new: Partners.Target)] = []

  private init(_ session: GraphSession) {
    self.session = session
  }

  /// Whether two roots are certainly equal.
  static func proves<Root: Encodable>(_ old: Root, _ new: Root, _ session: GraphSession) -> Bool {
    var pass = EqualityPass(session)
    return pass.proves(old, new)
  }

  private mutating func proves<Root: Encodable>(_ old: Root, _ new: Root) -> Bool {
    session.hasReadPath = false
    defer {
      unsafe frames.truncate(to: 0)
      unsafe session.identities.pointee.removeAll()
    }
    let plan = session.typePlan(for: Root.self)
    let roots = (root(old, plan), root(new, plan))
    guard push(roots.0, roots.1, of: nil) else { return false }
    while frames.count > 0 {
      guard compareNextSlot() else { return false }
    }
    return !session.hasReadPath && backReferencesMatch
  }

  private func root<Root: Encodable>(_ root: Root, _ plan: TypePlan) -> Record {
    let record = session.takeRecord()
    record.begin(.single)
    record.store(root, at: 0, plan: plan)
    return record
  }

  private var backReferencesMatch: Bool {
    backReferences.allSatisfy { old, new in
      guard let old = old.object else { return new.object == nil }
      guard let new = new.object else { return false }
      return unsafe session.identities.pointee.copy(of: old) === new
    }
  }

  // MARK: Slots

  /// Compares the next slot of the last frame, or removes that frame.
  @inline(__always)
  private mutating func compareNextSlot() -> Bool {
    let top = unsafe frames.elements + (frames.count - 1)
    let index = unsafe top.pointee.next
    let oldTape = unsafe top.pointee.old.tape
    guard unsafe index < oldTape.pointee.storage.count else {
      pop()
      return true
    }
    unsafe top.pointee.next = index + 1
    let old = unsafe oldTape.pointee.storage.slots[index]
    let newTape = unsafe top.pointee.new.tape
    var newIndex = index
    if unsafe !top.pointee.isAligned {
      guard old.isFilled else { return true }
      let key = unsafe oldTape.pointee.layout.pointee.entries[index].key
      guard let found = unsafe newTape.pointee.slotForReading(named: key) else { return false }
      newIndex = found
    }
    let new = unsafe newTape.pointee.storage.slots[newIndex]
    guard old.typeID == new.typeID else { return false }
    if !old.isFilled || old.isNilMarker { return true }
    if old.holdsRecord {
      return unsafe push(
        top.pointee.old.nested(at: index), top.pointee.new.nested(at: newIndex), of: nil)
    }
    // A value that encodes itself as itself has no contents.
    if unsafe oldTape.pointee.kind == .single, unsafe old.typeID == top.pointee.type {
      return false
    }
    return compare(old, new)
  }

  @inline(__always)
  private mutating func compare(_ old: Slot, _ new: Slot) -> Bool {
    let plan = unsafe old.typePlan
    switch plan.proof {
    case .exact(let type): return unsafe type.areExactlyEqual(old.value, new.value)
    case .object: return compareObjects(old, new, plan.untyped)
    case .contents: return open(old, new, plan.untyped)
    case .reference:
      guard let target = unsafe plan.untyped.weakTarget(old.value) else {
        return open(old, new, plan.untyped)
      }
      guard let other = unsafe plan.untyped.weakTarget(new.value) else { return false }
      backReferences.append((target, other))
      return true
    case .none: return false
    }
  }

  private mutating func compareObjects(_ old: Slot, _ new: Slot, _ plan: any Plan) -> Bool {
    guard let oldObject = unsafe plan.object(old.value),
      let newObject = unsafe plan.object(new.value)
    else {
      return false
    }
    switch unsafe session.identities.pointee.enter(oldObject) {
    case .copied(let partner): return partner === newObject
    case .inProgress: return false
    case .entered(let position):
      guard case .entered = newObjects.enter(newObject), type(of: oldObject) == type(of: newObject)
      else { return false }
      unsafe session.identities.pointee.complete(position, with: newObject)
      return open(old, new, plan)
    }
  }

  /// Compares what two values encode, next.
  private mutating func open(_ old: Slot, _ new: Slot, _ plan: any Plan) -> Bool {
    var oldRecord = session.takeRecord()
    var newRecord = session.takeRecord()
    do {
      try unsafe plan.recordForComparison(old.value, into: oldRecord)
      try oldRecord.seal()
      try unsafe plan.recordForComparison(new.value, into: newRecord)
      try newRecord.seal()
    } catch {
      return false
    }
    // An encoder that is kept could be read later.
    guard isKnownUniquelyReferenced(&oldRecord), isKnownUniquelyReferenced(&newRecord) else {
      return false
    }
    return push(oldRecord, newRecord, of: old.typeID)
  }

  // MARK: Frames

  private mutating func push(_ old: Record, _ new: Record, of type: ObjectIdentifier?) -> Bool {
    let (oldTape, newTape) = unsafe (old.tape, new.tape)
    let kind = unsafe oldTape.pointee.kind
    guard unsafe kind == newTape.pointee.kind else { return false }
    let isAligned = unsafe kind != .keyed || oldTape.pointee.layout == newTape.pointee.layout
    if isAligned {
      guard unsafe oldTape.pointee.storage.count == newTape.pointee.storage.count else {
        return false
      }
    } else {
      guard unsafe oldTape.pointee.storage.filledCount == newTape.pointee.storage.filledCount else {
        return false
      }
    }
    // A long chain through last properties needs no more memory than a short one.
    if type != nil, frames.count > 0 { popIfDone() }
    frames.append(Frame(old: old, new: new, type: type, isAligned: isAligned))
    return true
  }

  @inline(__always)
  private mutating func popIfDone() {
    let top = unsafe frames.elements + (frames.count - 1)
    if unsafe top.pointee.isOwned,
      unsafe top.pointee.next == top.pointee.old.tape.pointee.storage.count
    {
      pop()
    }
  }

  private mutating func pop() {
    guard let frame = frames.popLast(), frame.isOwned else { return }
    session.reuse(frame.old)
    session.reuse(frame.new)
  }
}

/// How two values of one type are proved equal.
enum EqualityProof {
  /// By their `==`, which detects every difference.
  case exact(any ExactlyComparable.Type)
  /// As objects, which correspond to each other.
  case object
  /// As back references.
  case reference
  /// By what they encode, in order.
  case contents
  /// Not in one pass.
  case none

  init(_ type: any Any.Type, _ plan: any Plan) {
    if let type = type as? any ExactlyComparable.Type {
      self = .exact(type)
    } else if type is AnyObject.Type {
      self = .object
    } else if type is any GraphReference.Type {
      self = .reference
    } else if case .ordered = plan.arrangement {
      self = .contents
    } else {
      self = .none
    }
  }
}
