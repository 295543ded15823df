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

  private struct Frame {
    var record: Record
    /// Whether the record is recycled at the end of the frame; a nested one belongs to its owner.
    let isOwned: Bool
    let arrangement: Arrangement
    /// The slots of a keyed record in the order of their names, with the digests of these.
    let order: [Layout.NamedSlot]?
    let path: GraphPath
    /// The position of the object in `nodes`; nil for a value.
    let node: Int?
    var next = 0
    var builder: DigestBuilder
    var sum = DigestSum()
    var members: [Member] = []
    var key: GraphFingerprint?
  }

  private let session: GraphSession
  private let excused: Set<String>
  private var frames: [Frame] = []
  private var nodes: [Node] = []
  private var nodeOfObject: [ObjectIdentifier: Int] = [:]
  /// The items of the objects and members that are being digested, the innermost last.
  private var items: [[Item]] = [[]]
  private var weakTargets: [AnyObject] = []
  private var strongPlaces: [(place: GraphComparer.Place, path: GraphPath)] = []
  private var isShared = false
  private var result = GraphFingerprint(high: 0, low: 0)

  init(_ session: GraphSession, excused: Set<String>) {
    self.session = session
    self.excused = excused
  }

  mutating func fingerprint<Root: Encodable>(of root: Root) throws -> GraphFingerprint {
    let place = GraphComparer.place(of: root, session)
    try digest(place, .root)
    let contents = result
    let rootItems = items[0]
    while let (place, path) = strongPlaces.popLast() {
      isShared = true
      try digest(place, path)
    }
    isShared = isShared || weakTargets.contains { nodeOfObject[ObjectIdentifier($0)] != nil }
    guard isShared else { return contents }
    var builder = DigestBuilder()
    builder.add(contents)
    addSharing(rootItems, to: &builder)
    return builder.finished()
  }

  private mutating func digest(_ place: GraphComparer.Place, _ path: GraphPath) throws {
    try begin(place.record, place.index, path, step: nil)
    while !frames.isEmpty { try advance() }
  }

  // MARK: Contents

  private mutating func advance() throws {
    let top = frames.count - 1
    let index = frames[top].next
    frames[top].next = index + 1
    let record = frames[top].record
    if let order = frames[top].order {
      guard index < order.count else { return end() }
      let slot = order[index]
      guard record.tape.pointee.storage.isFilled(slot.position) else { return }
      let isNil = record.tape.pointee.storage.slots[slot.position].isNilMarker
      if isNil { return }
      frames[top].key = slot.name
      return try begin(record, slot.position, frames[top].path, step: slot.position)
    }
    guard index < record.tape.pointee.storage.count else { return end() }
    guard record.tape.pointee.storage.isFilled(index) else { return }
    switch frames[top].arrangement {
    case .members: items.append([])
    case .entries: if index % 2 == 0 { items.append([]) }
    case .ordered: break
    }
    try begin(record, index, frames[top].path, step: index)
  }

  /// Digests the value in a slot, or begins a frame for its contents.
  private mutating func begin(
    _ record: Record, _ index: Int, _ outer: GraphPath, step: Int?
  ) throws {
    let slot = record.tape.pointee.storage.slots[index]
    if slot.isNilMarker { return deliver(Self.null) }
    func path() -> GraphPath {
      step.map { outer.appending(Self.name(of: $0, in: record)) } ?? outer
    }
    if slot.holdsRecord {
      let nested = record.nested(at: index)
      let path = path()
      nested.pathNode = path
      return push(nested, isOwned: false, .ordered, type: nil, node: nil, path)
    }
    let type = slot.typePlan
    let digestion = type.digestion
    if let feed = digestion.feed {
      var builder = DigestBuilder()
      builder.add(digestion.name)
      feed(slot.value, &builder)
      return deliver(builder.finished())
    }
    let plan = type.untyped
    if digestion.isReference { return addReference(slot, record, index, path()) }
    var node: Int?
    var name = digestion
    if let object = plan.object(slot.value) {
      if let known = nodeOfObject[ObjectIdentifier(object)] {
        isShared = true
        items[items.count - 1].append(.object(known))
        return deliver(nodes[known].digest ?? Self.cycle)
      }
      node = nodes.count
      nodeOfObject[ObjectIdentifier(object)] = nodes.count
      items[items.count - 1].append(.object(nodes.count))
      nodes.append(Node(object: object))
      items.append([])
      name = session.digestion(of: Swift.type(of: object))
    } else if plan.isOptional, plan.isNil(slot.value) {
      return deliver(Self.noValue)
    }
    let inner = session.takeRecord()
    let place = path()
    inner.pathNode = place
    try plan.recordForComparison(slot.value, into: inner)
    try inner.seal()
    if node == nil, !plan.isOptional, try inner.holdsNil() { return deliver(Self.null) }
    if inner.tape.pointee.kind == .single, inner.tape.pointee.storage.isFilled(0),
      inner.tape.pointee.storage.slots[0].typeID == slot.typeID, node == nil
    {
      // A value that encodes itself as itself.
      return deliver(name.name)
    }
    push(inner, isOwned: true, plan.arrangement, type: name, node: node, place)
  }

  private mutating func push(
    _ record: Record, isOwned: Bool, _ arrangement: Arrangement, type: Digestion?, node: Int?,
    _ path: GraphPath
  ) {
    var builder = DigestBuilder()
    if let type { builder.add(type.name) }
    let kind = record.tape.pointee.kind
    var order: [Layout.NamedSlot]?
    switch kind {
    case .empty: builder.add(0)
    case .single: builder.add(1)
    case .unkeyed: builder.add(2)
    case .keyed:
      builder.add(3)
      let named = record.layout.slotsByName()
      order = excused.isEmpty ? named : named.filter { !isExcused($0.key, of: type) }
    }
    frames.append(
      Frame(
        record: record, isOwned: isOwned, arrangement: arrangement, order: order, path: path,
        node: node, builder: builder))
  }

  private func isExcused(_ key: String, of type: Digestion?) -> Bool {
    excused.contains(key) || type.map { excused.contains("\($0.shortName).\(key)") } == true
  }

  private mutating func addReference(
    _ slot: Slot, _ record: Record, _ index: Int, _ path: GraphPath
  ) {
    guard let reference = slot.anyPlan.any(slot.value) as? any GraphReference else { return }
    guard reference.isOwning else {
      if let target = reference.anyTarget { weakTargets.append(target) }
      items[items.count - 1].append(.weak(reference.anyTarget))
      return deliver(Self.weakReference)
    }
    guard let target = reference.anyTarget else { return deliver(Self.noValue) }
    items[items.count - 1].append(.strong(target))
    let inner = session.takeRecord()
    inner.pathNode = path
    reference.recordTarget(into: inner)
    strongPlaces.append((GraphComparer.Place(record: inner, index: 0), path))
    deliver(session.digestion(of: Swift.type(of: target)).name)
  }

  /// Adds the digest of a value to what contains it.
  private mutating func deliver(_ digest: GraphFingerprint) {
    guard let top = frames.indices.last else { return result = digest }
    switch frames[top].arrangement {
    case .ordered:
      if let key = frames[top].key {
        // As for a missing value.
        if digest == Self.null { return }
        frames[top].builder.add(key)
      }
      frames[top].builder.add(digest)
    case .members:
      frames[top].sum.add(digest)
      frames[top].members.append(Member(digest: digest, items: items.removeLast()))
    case .entries:
      guard let key = frames[top].key else { return frames[top].key = digest }
      var entry = DigestBuilder()
      entry.add(key)
      entry.add(digest)
      let both = entry.finished()
      frames[top].sum.add(both)
      frames[top].members.append(Member(digest: both, items: items.removeLast()))
      frames[top].key = nil
    }
  }

  private mutating func end() {
    guard var frame = frames.popLast() else { return }
    if case .ordered = frame.arrangement {
    } else {
      frame.sum.feed(&frame.builder)
      if frame.members.contains(where: { !$0.items.isEmpty }) {
        items[items.count - 1].append(.members(frame.members))
      }
    }
    let digest = frame.builder.finished()
    if let node = frame.node {
      nodes[node].items = items.removeLast()
      nodes[node].digest = digest
    }
    if frame.isOwned { session.recycle(&frame.record) }
    deliver(digest)
  }

  private static func name(of index: Int, in record: Record) -> String {
    record.tape.pointee.kind == .keyed
      ? record.tape.pointee.layout.pointee.entries[index].key : String(index)
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
