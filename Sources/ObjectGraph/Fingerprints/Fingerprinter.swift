/// Digests a graph in one traversal, and its sharing in a second one over the objects.
///
/// It keeps a list of frames instead of recursion, so no depth of the graph exhausts the stack.
///
/// 1. The first traversal digests each object once, from its contents and from the digests of the
///    objects that it refers to. The result does not depend on the path that led there.
/// 2. If an object was reached twice, or a back reference leads into the graph, the second traversal
///    numbers the objects in their order and digests which number is found where. Members of sets and
///    keys of dictionaries take the order of their digests; where two have the same, their objects
///    remain without numbers.
struct Fingerprinter {
  /// What an object refers to, in its order.
  enum Item {
    case object(Int)
    /// A weak back reference, which is compared by the place of its target.
    case weak(AnyObject?)
    /// A strong back reference, whose target is part of the graph.
    case strong(AnyObject)
    case members([Member])
  }

  struct Member {
    let digest: GraphFingerprint
    let items: [Item]
  }

  private struct Node {
    var digest: GraphFingerprint?
    var items: [Item] = []
    /// Keeps temporary objects alive, whose addresses are keys.
    let object: AnyObject
  }

  /// A value or an object whose contents are being digested.
  private struct Frame {
    var record: Record
    /// Whether the record is recycled at the end of the frame; a nested one belongs to its owner.
    let isOwned: Bool
    /// The slots of a keyed record in the order of their names; nil for the order of the slots.
    let order: [Layout.NamedSlot]?
    /// The position of the object in `nodes`, or -1 for a value.
    let node: Int
    let unordered: Unordered?
    /// Whether a value counts in full although the search is coarse: the raw value of an enum.
    let isExact: Bool
    var next = 0
    var builder: DigestBuilder
    /// The digest of the key of the next value, in a keyed record.
    var key: GraphFingerprint?
  }

  /// What a set or a dictionary has collected so far.
  private final class Unordered {
    let hasKeys: Bool
    var sum = DigestSum()
    var members: [Member] = []
    var key: GraphFingerprint?

    init(hasKeys: Bool) {
      self.hasKeys = hasKeys
    }
  }

  private let session: GraphSession
  private let excused: Set<String>
  /// Whether values count by their size only, and the elements of arrays by the kinds among them.
  private let isCoarse: Bool
  private var frames: [Frame] = []
  private var nodes: [Node] = []
  private var nodeOfObject: [ObjectIdentifier: Int] = [:]
  /// The items of the objects and members that are being digested, the innermost last.
  private var items: [[Item]] = [[]]
  private var weakTargets: [AnyObject] = []
  private var strongPlaces: [GraphComparer.Place] = []
  private var isShared = false
  private var result = GraphFingerprint(high: 0, low: 0)

  init(_ session: GraphSession, excused: Set<String>, isCoarse: Bool = false) {
    self.session = session
    self.excused = excused
    self.isCoarse = isCoarse
  }

  mutating func fingerprint<Root: Encodable>(of root: Root) throws -> GraphFingerprint {
    let place = GraphComparer.place(of: root, session)
    try digest(place)
    let contents = result
    let rootItems = items[0]
    while let place = strongPlaces.popLast() {
      isShared = true
      try digest(place)
    }
    isShared = isShared || weakTargets.contains { nodeOfObject[ObjectIdentifier($0)] != nil }
    guard isShared, !isCoarse else { return contents }
    var builder = DigestBuilder()
    builder.add(contents)
    addSharing(rootItems, to: &builder)
    return builder.finished()
  }

  private mutating func digest(_ place: GraphComparer.Place) throws {
    if let digest = try begin(place.record, place.index) { result = digest }
    while var frame = frames.popLast() { try advance(&frame) }
  }

  // MARK: Contents

  /// Digests the contents of a frame up to the first that needs a frame of its own.
  private mutating func advance(_ frame: inout Frame) throws {
    while let index = nextSlot(of: &frame) {
      if frame.unordered == nil {
        // A value without contents needs no digest of its own.
        let slot = unsafe frame.record.tape.pointee.storage.slots[index]
        if !slot.holdsRecord, !slot.isNilMarker {
          let digestion = unsafe slot.typePlan.digestion
          if let feed = unsafe digestion.feed {
            if let key = frame.key { frame.builder.add(key) }
            frame.builder.add(digestion.name)
            if isCoarse, !frame.isExact, let sizeClass = unsafe digestion.sizeClass {
              unsafe frame.builder.add(sizeClass(slot.value))
            } else {
              unsafe feed(slot.value, &frame.builder)
            }
            continue
          }
        }
      }
      let record = frame.record
      let place = frames.count
      frames.append(frame)
      if let digest = try begin(record, index) {
        frame = frames.removeLast()
        add(digest, to: &frame)
      } else {
        assert(frames.count == place + 2, "A value without a digest has a frame.")
        return
      }
    }
    end(&frame)
  }

  /// Moves to the next slot that holds a value; nil at the end.
  private mutating func nextSlot(of frame: inout Frame) -> Int? {
    while true {
      let index = frame.next
      frame.next = index + 1
      if let order = frame.order {
        guard index < order.count else { return nil }
        let position = order[index].position
        guard unsafe frame.record.tape.pointee.storage.isFilled(position) else { continue }
        frame.key = order[index].name
        return position
      }
      guard unsafe index < frame.record.tape.pointee.storage.count else { return nil }
      guard unsafe frame.record.tape.pointee.storage.isFilled(index) else { continue }
      if let unordered = frame.unordered, !unordered.hasKeys || index % 2 == 0 { items.append([]) }
      return index
    }
  }

  /// Digests the value in a slot; nil if that begins a frame for its contents.
  private mutating func begin(_ record: Record, _ index: Int) throws -> GraphFingerprint? {
    let slot = unsafe record.tape.pointee.storage.slots[index]
    if slot.isNilMarker { return Self.null }
    if slot.holdsRecord {
      push(record.nested(at: index), isOwned: false, .ordered, type: nil, node: -1)
      return nil
    }
    let type = unsafe slot.typePlan
    let digestion = type.digestion
    if let feed = unsafe digestion.feed {
      var builder = DigestBuilder()
      builder.add(digestion.name)
      if isCoarse, let sizeClass = unsafe digestion.sizeClass {
        unsafe builder.add(sizeClass(slot.value))
      } else {
        unsafe feed(slot.value, &builder)
      }
      return builder.finished()
    }
    let plan = type.untyped
    if digestion.isReference { return digestOfReference(slot, record, index) }
    var node = -1
    var name = digestion
    if let object = unsafe plan.object(slot.value) {
      if let known = nodeOfObject[ObjectIdentifier(object)] {
        isShared = true
        items[items.count - 1].append(.object(known))
        return nodes[known].digest ?? Self.cycle
      }
      node = nodes.count
      nodeOfObject[ObjectIdentifier(object)] = node
      items[items.count - 1].append(.object(node))
      nodes.append(Node(object: object))
      items.append([])
      name = session.digestion(of: Swift.type(of: object))
    } else if plan.isOptional, unsafe plan.isNil(slot.value) {
      return Self.noValue
    }
    let inner = session.takeRecord()
    inner.attach(to: record, index)
    try unsafe plan.recordForComparison(slot.value, into: inner)
    try inner.seal()
    if node < 0 {
      if !plan.isOptional, try inner.holdsNil() { return Self.null }
      if unsafe inner.tape.pointee.kind == .single, unsafe inner.tape.pointee.storage.isFilled(0),
        unsafe inner.tape.pointee.storage.slots[0].typeID == slot.typeID
      {
        // A value that encodes itself as itself.
        return name.name
      }
    }
    let isCase = unsafe isCoarse && node < 0 && digestion.isEnum(plan.any(slot.value))
    push(inner, isOwned: true, plan.arrangement, type: name, node: node, isCase: isCase)
    return nil
  }

  private mutating func push(
    _ record: Record, isOwned: Bool, _ arrangement: Arrangement, type: Digestion?, node: Int,
    isCase: Bool = false
  ) {
    var builder = DigestBuilder()
    if let type { builder.add(type.name) }
    var order: [Layout.NamedSlot]?
    switch unsafe record.tape.pointee.kind {
    case .empty: builder.add(0)
    case .single: builder.add(1)
    case .unkeyed: builder.add(2)
    case .keyed:
      builder.add(3)
      let named = record.layout.slotsByName()
      order = excused.isEmpty ? named : named.filter { !isExcused($0.key, of: type) }
    }
    let unordered: Unordered? =
      switch arrangement {
      case .ordered:
        unsafe isCoarse && record.tape.pointee.kind == .unkeyed ? Unordered(hasKeys: false) : nil
      case .members: Unordered(hasKeys: false)
      case .entries: Unordered(hasKeys: true)
      }
    unsafe frames.append(
      Frame(
        record: record, isOwned: isOwned, order: order, node: node, unordered: unordered,
        isExact: isCase && record.tape.pointee.kind == .single, builder: builder))
  }

  private func isExcused(_ key: String, of type: Digestion?) -> Bool {
    excused.contains(key) || type.map { excused.contains("\($0.shortName).\(key)") } == true
  }

  private mutating func digestOfReference(
    _ slot: Slot, _ record: Record, _ index: Int
  ) -> GraphFingerprint? {
    guard let reference = unsafe slot.anyPlan.any(slot.value) as? any GraphReference else {
      return nil
    }
    guard reference.isOwning else {
      if let target = reference.anyTarget { weakTargets.append(target) }
      items[items.count - 1].append(.weak(reference.anyTarget))
      return Self.weakReference
    }
    guard let target = reference.anyTarget else { return Self.noValue }
    items[items.count - 1].append(.strong(target))
    let inner = session.takeRecord()
    inner.begin(.single)
    reference.recordTarget(into: inner)
    strongPlaces.append(GraphComparer.Place(record: inner, index: 0))
    return session.digestion(of: Swift.type(of: target)).name
  }

  /// Adds the digest of a value to what contains it.
  private mutating func add(_ digest: GraphFingerprint, to frame: inout Frame) {
    guard let unordered = frame.unordered else {
      if let key = frame.key {
        // As for a missing value.
        if digest == Self.null { return }
        frame.builder.add(key)
      }
      return frame.builder.add(digest)
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
    unordered.members.append(Member(digest: member, items: items.removeLast()))
  }

  private mutating func end(_ frame: inout Frame) {
    if let unordered = frame.unordered {
      if isCoarse {
        var distinct = DigestSum()
        for digest in Set(unordered.members.map(\.digest)) { distinct.add(digest) }
        frame.builder.add(numberOfSize(unordered.members.count))
        distinct.feed(&frame.builder)
      } else {
        unordered.sum.feed(&frame.builder)
      }
      if unordered.members.contains(where: { !$0.items.isEmpty }) {
        items[items.count - 1].append(.members(unordered.members))
      }
    }
    let digest = frame.builder.finished()
    if frame.node >= 0 {
      nodes[frame.node].items = items.removeLast()
      nodes[frame.node].digest = digest
    }
    if frame.isOwned { session.recycle(&frame.record) }
    guard !frames.isEmpty else { return result = digest }
    var outer = frames.removeLast()
    add(digest, to: &outer)
    frames.append(outer)
  }

  private static let null = DigestBuilder.digest(of: "null")
  private static let noValue = DigestBuilder.digest(of: "no value")
  private static let cycle = DigestBuilder.digest(of: "cycle")
  private static let weakReference = DigestBuilder.digest(of: "weak")
}

// MARK: Sharing

extension Fingerprinter {
  /// Digests which of the places in the graph lead to the same objects.
  private func addSharing(_ first: [Item], to builder: inout DigestBuilder) {
    var numbers: [Int: UInt64] = [:]
    var backReferences: [AnyObject?] = []
    var rest: [(items: [Item], next: Int)] = [(first, 0)]
    while let (items, next) = rest.popLast() {
      guard next < items.count else { continue }
      rest.append((items, next + 1))
      switch items[next] {
      case .object(let node):
        if let number = numbers[node] {
          builder.add(1)
          builder.add(number)
        } else {
          builder.add(2)
          numbers[node] = UInt64(numbers.count)
          rest.append((nodes[node].items, 0))
        }
      case .weak(let target):
        builder.add(3)
        backReferences.append(target)
      case .strong(let target):
        guard let node = nodeOfObject[ObjectIdentifier(target)] else { continue }
        builder.add(4)
        if let number = numbers[node] {
          builder.add(number)
        } else {
          if let digest = nodes[node].digest { builder.add(digest) }
          numbers[node] = UInt64(numbers.count)
          rest.append((nodes[node].items, 0))
        }
      case .members(let members):
        for member in Self.distinct(members).reversed() { rest.append((member.items, 0)) }
      }
    }
    for target in backReferences {
      guard let node = target.flatMap({ nodeOfObject[ObjectIdentifier($0)] }) else {
        builder.add(5)
        continue
      }
      builder.add(6)
      if let number = numbers[node] {
        builder.add(number)
      } else if let digest = nodes[node].digest {
        builder.add(digest)
      }
    }
  }

  /// The members with digests of their own, in the order of these.
  private static func distinct(_ members: [Member]) -> [Member] {
    let sorted = members.sorted { one, other in
      (one.digest.high, one.digest.low) < (other.digest.high, other.digest.low)
    }
    return sorted.indices.filter { index in
      (index == 0 || sorted[index - 1].digest != sorted[index].digest)
        && (index == sorted.count - 1 || sorted[index + 1].digest != sorted[index].digest)
    }.map { sorted[$0] }
  }
}
