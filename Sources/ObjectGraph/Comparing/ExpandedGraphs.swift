/// Both graphs of a comparison as nodes and edges, where members of sets must be matched.
///
/// Every object is a node, and so is every value with contents, such as a struct or an array. Numbers,
/// strings and nil are leaves, and part of their node. The nodes of the old graph come first.
struct ExpandedGraphs {
  /// A number, string or nil below a node.
  struct Leaf {
    let label: Int
    let hash: Int
    /// Nil for a value that encodes itself as nil.
    let place: GraphComparer.Place?
  }

  /// A reference from one node to another.
  struct Edge {
    let source: Int32
    let target: Int32
    let label: Int32
    /// Whether the edge is a back reference, weak or strong.
    let isBack: Bool
  }

  struct Node {
    /// The type and the way of encoding, as a number.
    let kind: Int
    let record: Record?
    var leaves: [Leaf] = []
  }

  private struct PlaceKey: Hashable {
    let record: ObjectIdentifier
    let index: Int
  }

  fileprivate enum Step: Hashable {
    case name(String), index(Int), single, key, value
  }

  /// The owner of the nodes.
  private final class NodeList {
    var nodes: [Node] = []

    deinit {
      // A nested record first: one that is still in use when its owner ends counts as kept by a type.
      while nodes.popLast() != nil {}
    }
  }

  private enum Kind: Hashable {
    case node(ObjectIdentifier?, Tape.Kind, root: Bool), entry
  }

  /// A node whose contents remain to be added.
  private struct Task {
    let node: Int
    let arrangement: Arrangement
    let path: GraphPath
  }

  /// The nodes; those below a node follow it.
  var nodes: [Node] { list.nodes }
  private let list = NodeList()
  private(set) var edges: [Edge] = []
  private(set) var oldCount = 0
  private let session: GraphSession
  private var labels: [Step: Int] = [:]
  private var kinds: [Kind: Int] = [:]
  private var nodeOfObject: [ObjectIdentifier: Int] = [:]
  private var nodeOfPlace: [PlaceKey: Int] = [:]
  /// The objects with a node, which keeps temporary ones alive.
  private var objects: [AnyObject] = []
  private var tasks: [Task] = []
  private var weakReferences: [(source: Int, target: AnyObject, label: Int)] = []
  private var nodeOfOldObject: [ObjectIdentifier: Int] = [:]

  /// The labels of the members of a set, and of the entries of a dictionary, which have no order.
  static var unordered: Int { 0 }

  init(
    _ old: GraphComparer.Place, _ new: GraphComparer.Place, _ session: GraphSession
  ) throws {
    self.session = session
    try expand(old)
    oldCount = nodes.count
    nodeOfOldObject = nodeOfObject
    nodeOfObject = [:]
    try expand(new)
  }

  /// The node of a value, if it is one.
  func node(of place: GraphComparer.Place, isOld: Bool) -> Int? {
    let slot = place.slot
    guard slot.isFilled, !slot.isNilMarker else { return nil }
    if !slot.holdsRecord, let object = unsafe slot.anyPlan.object(slot.value) {
      return (isOld ? nodeOfOldObject : nodeOfObject)[ObjectIdentifier(object)]
    }
    return nodeOfPlace[PlaceKey(record: ObjectIdentifier(place.record), index: place.index)]
  }

  // MARK: Expanding

  private mutating func expand(_ root: GraphComparer.Place) throws {
    let top = newNode(.node(nil, .empty, root: true), nil)
    try add(root, below: top, label(.single), .root)
    while let task = tasks.popLast() { try addContents(task) }
    for reference in weakReferences {
      guard let target = nodeOfObject[ObjectIdentifier(reference.target)] else { continue }
      connect(reference.source, target, reference.label, isBack: true)
    }
    weakReferences = []
  }

  private mutating func addContents(_ task: Task) throws {
    guard let record = nodes[task.node].record else { return }
    let count = unsafe record.tape.pointee.storage.count
    func place(_ index: Int) -> GraphComparer.Place {
      GraphComparer.Place(record: record, index: index)
    }
    switch task.arrangement {
    case .entries:
      for index in stride(from: 0, to: count - 1, by: 2) {
        let entry = newNode(.entry, nil)
        connect(task.node, entry, Self.unordered, isBack: false)
        let path = task.path.appending(String(index / 2))
        try add(place(index), below: entry, label(.key), path)
        try add(place(index + 1), below: entry, label(.value), path)
      }
    case .members:
      for index in 0..<count {
        try add(
          place(index), below: task.node, Self.unordered, task.path.appending(String(index)))
      }
    case .ordered:
      for index in 0..<count {
        let step = step(index, of: record)
        try add(place(index), below: task.node, label(step), task.path.appending(step))
      }
    }
  }

  private func step(_ index: Int, of record: Record) -> Step {
    switch unsafe record.tape.pointee.kind {
    case .keyed: unsafe .name(record.tape.pointee.layout.pointee.entries[index].key)
    case .unkeyed: .index(index)
    case .single, .empty: .single
    }
  }

  /// Adds the value at `place` as a leaf or a node.
  private mutating func add(
    _ place: GraphComparer.Place, below parent: Int, _ label: Int, _ path: GraphPath
  ) throws {
    let slot = place.slot
    guard slot.isFilled else { return }
    if slot.isNilMarker { return addNull(parent, label) }
    if slot.holdsRecord {
      let record = place.record.nested(at: place.index)
      return addNode(place, record, nil, .ordered, parent, label, path)
    }
    let plan = unsafe slot.anyPlan
    if let target = unsafe plan.weakTarget(slot.value) {
      if let object = target.object { weakReferences.append((parent, object, label)) }
      return
    }
    if let object = unsafe plan.object(slot.value) {
      if let known = nodeOfObject[ObjectIdentifier(object)] {
        return connect(parent, known, label, isBack: false)
      }
      nodeOfObject[ObjectIdentifier(object)] = nodes.count
      objects.append(object)
      return addNode(
        place, try GraphComparer.open(place, session, path),
        ObjectIdentifier(type(of: object)), .ordered, parent, label, path)
    }
    if plan.isOptional, unsafe plan.isNil(slot.value) {
      list.nodes[parent].leaves.append(Leaf(label: label, hash: 1, place: place))
      return
    }
    if let hash = unsafe plan.leafHash(slot.value) {
      list.nodes[parent].leaves.append(Leaf(label: label, hash: hash, place: place))
      return
    }
    let record = try GraphComparer.open(place, session, path)
    if !plan.isOptional, try record.holdsNil() { return addNull(parent, label) }
    if unsafe record.tape.pointee.kind == .single, unsafe record.tape.pointee.storage.isFilled(0),
      unsafe record.tape.pointee.storage.slots[0].typeID == slot.typeID
    {
      // A value that encodes itself as itself.
      list.nodes[parent].leaves.append(Leaf(label: label, hash: 2, place: place))
      return
    }
    unsafe addNode(
      place, record, slot.typeID, plan.arrangement, parent, label, path,
      isBack: slot.typePlan.valueType is any GraphReference.Type)
  }

  private mutating func addNode(
    _ place: GraphComparer.Place, _ record: Record, _ type: ObjectIdentifier?,
    _ arrangement: Arrangement, _ parent: Int, _ label: Int, _ path: GraphPath,
    isBack: Bool = false
  ) {
    let node = unsafe newNode(.node(type, record.tape.pointee.kind, root: false), record)
    nodeOfPlace[PlaceKey(record: ObjectIdentifier(place.record), index: place.index)] = node
    connect(parent, node, label, isBack: isBack)
    tasks.append(Task(node: node, arrangement: arrangement, path: path))
  }

  /// Adds nil; a missing value of a keyed container is nil as well.
  private mutating func addNull(_ parent: Int, _ label: Int) {
    if unsafe nodes[parent].record?.tape.pointee.kind == .keyed { return }
    list.nodes[parent].leaves.append(Leaf(label: label, hash: 0, place: nil))
  }

  private mutating func newNode(_ kind: Kind, _ record: Record?) -> Int {
    let number = kinds[kind] ?? kinds.count
    kinds[kind] = number
    list.nodes.append(Node(kind: number, record: record))
    return nodes.count - 1
  }

  private mutating func connect(_ source: Int, _ target: Int, _ label: Int, isBack: Bool) {
    edges.append(
      Edge(source: Int32(source), target: Int32(target), label: Int32(label), isBack: isBack))
  }

  private mutating func label(_ step: Step) -> Int {
    if let known = labels[step] { return known }
    labels[step] = labels.count + 1
    return labels.count
  }
}

/// The contents of the values of both graphs, as numbers that are equal for equal contents.
struct GraphContents {
  private let graphs: ExpandedGraphs
  private let partition: GraphPartition

  init(_ graphs: ExpandedGraphs, _ adjacency: Adjacency) {
    self.graphs = graphs
    var partition = GraphPartition(labels: graphs.labelsOfNodes)
    partition.refine(adjacency, .contents)
    self.partition = partition
  }

  /// What the value at `place` has encoded already.
  func record(of place: GraphComparer.Place, isOld: Bool) -> Record? {
    graphs.node(of: place, isOld: isOld).flatMap { graphs.nodes[$0].record }
  }

  /// A number that is equal for values with equal contents, apart from back references.
  func signature(of place: GraphComparer.Place, isOld: Bool) -> Int {
    if let node = graphs.node(of: place, isOld: isOld) { return Int(partition.classOf[node]) }
    let slot = place.slot
    guard slot.isFilled, !slot.isNilMarker, !slot.holdsRecord else { return -1 }
    return unsafe slot.anyPlan.leafHash(slot.value) ?? -1
  }
}

extension GraphPath {
  fileprivate func appending(_ step: ExpandedGraphs.Step) -> GraphPath {
    switch step {
    case .name(let name): appending(name)
    case .index(let index): appending(String(index))
    case .single, .key, .value: self
    }
  }
}
