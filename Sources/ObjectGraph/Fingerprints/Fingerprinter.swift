/// Digests a graph in one traversal, and its sharing by the colors of its objects.
///
/// It keeps a list of frames instead of recursion, so no depth of the graph exhausts the stack.
///
/// 1. The traversal digests each object once, from its contents and from the digests of the objects that
///    it refers to. The result does not depend on the path that led there. In a cycle of ordinary
///    references, which no copy has, it would, so such a cycle is an error.
/// 2. If an object was reached twice, or a back reference leads into the graph, the objects become the
///    nodes of a ``ColoredGraph``.
///
/// Nothing depends on the order in which a set or a dictionary shows its members, which differs between
/// equal ones.
struct Fingerprinter: ~Copyable {
  // These types are not private, because the compiler fails to destroy them from another file then.

  /// A value or an object whose contents are being digested.
  struct Frame {
    var record: Record
    /// Whether the record is recycled at the end of the frame; a nested one belongs to its owner.
    let isOwned: Bool
    /// The slots of a keyed record in the order of their names; nil for the order of the slots.
    let order: [Layout.NamedSlot]?
    /// The number of the object, or -1 for a value.
    let node: Int
    let unordered: Unordered?
    var next = 0
    var builder: DigestBuilder
    /// The digest of the key of the next value, in a keyed record.
    var key: GraphFingerprint?

    /// Moves to the next slot that holds a value; nil at the end.
    @inline(__always)
    mutating func nextSlot() -> Int? {
      let tape = unsafe record.tape
      if let order {
        while next < order.count {
          let slot = order[next]
          next += 1
          guard unsafe tape.pointee.storage.isFilled(slot.position) else { continue }
          key = slot.name
          return slot.position
        }
        return nil
      }
      guard unsafe next < tape.pointee.storage.count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// The members that a set or a dictionary has collected so far.
  final class Unordered {
    let hasKeys: Bool
    var sum = DigestSum()
    var members: [GraphSharing.Member] = []
    var key: GraphFingerprint?

    init(hasKeys: Bool) {
      self.hasKeys = hasKeys
    }
  }

  private let session: GraphSession
  /// The fields that are left out.
  private let excused: Set<String>
  private var frames = GrowingBuffer<Frame>(minimumCapacity: 16)
  private(set) var sharing = GraphSharing()
  /// Records of the objects that remain to be digested, apart from what refers to them.
  private var targets: [Record] = []
  private var result = GraphFingerprint(high: 0, low: 0)
  /// The digest of the root without its sharing.
  private(set) var contents = GraphFingerprint(high: 0, low: 0)

  /// Digests the graph below a place.
  init(
    _ root: GraphComparer.Place, _ session: GraphSession, leavingOut excused: Set<String> = []
  ) throws {
    self.session = session
    self.excused = excused
    contents = try digest(root)
    while let record = targets.popLast() {
      _ = try digestAgain(GraphComparer.Place(record: record, index: 0))
    }
  }

  /// Digests the value at a place of a graph that has been digested, apart from its sharing.
  ///
  /// Its references are in a list of their own, which belongs to no object: in the list of the root
  /// they would be in the order of the calls, which may be that of the members of a set.
  mutating func digestAgain(_ place: GraphComparer.Place) throws -> GraphFingerprint {
    sharing.beginList()
    let digest = try digest(place)
    _ = sharing.endList()
    return digest
  }

  private mutating func digest(_ place: GraphComparer.Place) throws -> GraphFingerprint {
    if let digest = try begin(place.record, place.index) { return digest }
    while frames.count > 0 { try advance() }
    return result
  }

  /// The digest of the contents and the sharing.
  var fingerprint: GraphFingerprint {
    guard sharing.isPresent else { return contents }
    var graph = sharing.colored(root: contents)
    graph.refine()
    return graph.digest
  }

  // MARK: Contents

  /// Digests the contents of the last frame up to the first that needs a frame of its own.
  private mutating func advance() throws {
    let frame = unsafe frames.elements + (frames.count - 1)
    while let index = unsafe frame.pointee.nextSlot() {
      if let unordered = unsafe frame.pointee.unordered {
        if !unordered.hasKeys || index % 2 == 0 { sharing.beginList() }
      } else if unsafe Self.feedLeaf(at: index, of: frame) {
        continue
      }
      guard let digest = try unsafe begin(frame.pointee.record, index) else { return }
      unsafe add(digest, to: frame)
    }
    end()
  }

  /// Digests a value without contents, which needs no digest of its own.
  @inline(__always)
  private static func feedLeaf(at index: Int, of frame: UnsafeMutablePointer<Frame>) -> Bool {
    let slot = unsafe frame.pointee.record.tape.pointee.storage.slots.elements + index
    if unsafe slot.pointee.holdsRecord || slot.pointee.isNilMarker { return false }
    let plan = unsafe slot.pointee.typePlan
    guard let leaf = plan.leaf else { return false }
    if let key = unsafe frame.pointee.key { unsafe frame.pointee.builder.add(key) }
    unsafe frame.pointee.builder.add(plan.nameDigest)
    unsafe leaf.feed(slot.pointee.value, &frame.pointee.builder)
    return true
  }

  /// Digests the value in a slot; nil if that begins a frame for its contents.
  private mutating func begin(_ record: Record, _ index: Int) throws -> GraphFingerprint? {
    let slot = unsafe record.tape.pointee.storage.slots[index]
    if slot.isNilMarker { return Self.null }
    if slot.holdsRecord {
      push(record.nested(at: index), isOwned: false, .ordered, type: nil, node: -1)
      return nil
    }
    var type = unsafe slot.typePlan
    if let leaf = type.leaf {
      var builder = DigestBuilder()
      builder.add(type.nameDigest)
      unsafe leaf.feed(slot.value, &builder)
      return builder.finished()
    }
    let plan = type.untyped
    if let reference = unsafe plan.reference(slot.value) { return digest(of: reference) }
    var node = -1
    if let object = unsafe plan.object(slot.value) {
      switch sharing.enter(object) {
      case .known(let digest):
        if let digest { return digest }
        let key = unsafe record.tape.pointee.key(at: index)
        throw session.cycleError(at: object, along: record.codingPath + [key].compactMap(\.self))
      case .new(let number): node = number
      }
      if slot.typeID != ObjectIdentifier(Swift.type(of: object)) {
        type = session.typePlan(of: object)
      }
    } else if plan.isOptional, unsafe plan.isNil(slot.value) {
      return Self.noValue
    }
    let inner = try session.open(slot, at: GraphComparer.Place(record: record, index: index))
    if node < 0, !plan.isOptional, try inner.holdsNil() { return Self.null }
    push(inner, isOwned: true, unsafe slot.typePlan.arrangement, type: type, node: node)
    return nil
  }

  private mutating func push(
    _ record: Record, isOwned: Bool, _ arrangement: Arrangement, type: TypePlan?, node: Int
  ) {
    var builder = DigestBuilder()
    if let type { builder.add(type.nameDigest) }
    var order: [Layout.NamedSlot]?
    switch unsafe record.tape.pointee.kind {
    case .empty: builder.add(0)
    case .single: builder.add(1)
    case .unkeyed: builder.add(2)
    case .keyed:
      builder.add(3)
      let layout = unsafe record.tape.pointee.layout.pointee.layout
      let slots = layout.slotsByName()
      order = excused.isEmpty ? slots : slots.filter { !isExcused($0, of: layout, type) }
    }
    var unordered: Unordered?
    if case .unordered(let hasKeys, _) = arrangement { unordered = Unordered(hasKeys: hasKeys) }
    frames.append(
      Frame(
        record: record, isOwned: isOwned, order: order, node: node, unordered: unordered,
        builder: builder))
  }

  /// Whether the field of a slot is left out.
  private func isExcused(
    _ slot: Layout.NamedSlot, of layout: Layout, _ type: TypePlan?
  ) -> Bool {
    let key = unsafe layout.table.pointee.entries[slot.position].key
    return excused.contains(key)
      || type.map { excused.contains("\($0.valueType).\(key)") } == true
  }

  private mutating func digest(of reference: any GraphReference) -> GraphFingerprint {
    let target = reference.anyTarget
    if reference.isOwning, target == nil { return Self.noValue }
    sharing.refer(backTo: target, isOwning: reference.isOwning)
    guard let target, reference.isOwning else { return Self.weakReference }
    let inner = session.takeRecord()
    inner.begin(.single)
    reference.recordTarget(into: inner)
    // Its contents are digested later.
    targets.append(inner)
    return session.typePlan(of: target).nameDigest
  }

  /// Adds the digest of a value to what contains it.
  private mutating func add(_ digest: GraphFingerprint, to frame: UnsafeMutablePointer<Frame>) {
    guard let unordered = unsafe frame.pointee.unordered else {
      if let key = unsafe frame.pointee.key {
        // As for a missing value.
        if digest == Self.null { return }
        unsafe frame.pointee.builder.add(key)
      }
      return unsafe frame.pointee.builder.add(digest)
    }
    var member = digest
    if unordered.hasKeys {
      guard let key = unordered.key else { return unordered.key = digest }
      unordered.key = nil
      var entry = DigestBuilder()
      entry.add(key)
      entry.add(digest)
      member = entry.finished()
    }
    unordered.sum.add(member)
    unordered.members.append(GraphSharing.Member(digest: member, list: sharing.endList()))
  }

  /// Ends the last frame.
  private mutating func end() {
    guard var frame = frames.popLast() else { return }
    if let unordered = frame.unordered {
      unordered.sum.feed(&frame.builder)
      if unordered.members.contains(where: { $0.list != nil }) {
        sharing.refer(to: .members(unordered.members))
      }
    }
    let digest = frame.builder.finished()
    if frame.node >= 0 { sharing.end(frame.node, digest: digest) }
    if frame.isOwned { session.recycle(&frame.record) }
    guard frames.count > 0 else { return result = digest }
    unsafe add(digest, to: frames.elements + (frames.count - 1))
  }

  private static let null = DigestBuilder.digest(of: "null")
  private static let noValue = DigestBuilder.digest(of: "no value")
  private static let weakReference = DigestBuilder.digest(of: "weak")
}
