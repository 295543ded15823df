/// The objects of a graph in the order of arrival, and what each refers to.
///
/// The lists of references are linked, so that no object needs memory of its own.
struct GraphSharing: ~Copyable {
  /// The references of an object or a member, in its order: the first and the last one, or -1.
  struct List {
    fileprivate var first = -1
    fileprivate var last = -1

    var isEmpty: Bool { first < 0 }
  }

  /// A member of a set, or an entry of a dictionary.
  struct Member {
    let digest: GraphFingerprint
    let list: List
  }

  // These types are not private, because the compiler fails to destroy them from another file then.

  enum Target {
    case object(Int)
    /// A weak back reference, which is compared by the place of its target.
    case weak(AnyObject?)
    /// An object that another reference makes part of the graph, or a strong back reference.
    case strong(AnyObject)
    case members([Member])
  }

  struct Reference {
    let target: Target
    var next = -1
  }

  struct Node {
    var digest: GraphFingerprint?
    var list = List()
  }

  private var identities = IdentityMap()
  private var nodes = GrowingBuffer<Node>(minimumCapacity: 32)
  private var references = GrowingBuffer<Reference>(minimumCapacity: 32)
  /// The lists of the objects and members that are being digested, the innermost last.
  private var open = GrowingBuffer<List>(minimumCapacity: 16)
  private var weakTargets: [AnyObject] = []
  private var hasSharedObject = false

  init() {
    open.append(List())
  }

  enum Arrival {
    /// The number of an object that was not reached before, whose list begins.
    case new(Int)
    /// The digest of a known object; nil if it is being digested.
    case known(GraphFingerprint?)
  }

  /// Notes a reference to an object.
  @inline(__always)
  mutating func enter(_ object: AnyObject) -> Arrival {
    if case .entered(let number) = identities.enter(object) {
      refer(to: .object(number))
      nodes.append(Node())
      open.append(List())
      return .new(number)
    }
    return enterAgain(object)
  }

  private mutating func enterAgain(_ object: AnyObject) -> Arrival {
    guard let number = identities.position(of: object) else { return .known(nil) }
    hasSharedObject = true
    refer(to: .object(number))
    return unsafe .known(nodes[number].digest)
  }

  /// Ends the list of an object.
  @inline(__always)
  mutating func end(_ number: Int, digest: GraphFingerprint) {
    unsafe nodes[number].digest = digest
    unsafe nodes[number].list = endList()
  }

  mutating func beginList() {
    open.append(List())
  }

  @inline(__always)
  mutating func endList() -> List {
    open.popLast() ?? List()
  }

  mutating func refer(weaklyTo target: AnyObject?) {
    refer(to: .weak(target))
    if let target { weakTargets.append(target) }
  }

  mutating func refer(stronglyTo target: AnyObject) {
    refer(to: .strong(target))
    hasSharedObject = true
  }

  @inline(__always)
  mutating func refer(to target: Target) {
    let position = references.count
    references.append(Reference(target: target))
    let list = unsafe open.elements + (open.count - 1)
    if unsafe list.pointee.first < 0 {
      unsafe list.pointee.first = position
    } else {
      unsafe references[list.pointee.last].next = position
    }
    unsafe list.pointee.last = position
  }

  /// Whether an object was reached twice, or a back reference leads into the graph.
  var isPresent: Bool {
    if hasSharedObject { return true }
    for target in weakTargets where identities.position(of: target) != nil { return true }
    return false
  }

  // MARK: Edges

  /// The objects as nodes, and the root as the last one of them, whose references are those that are
  /// in no object.
  ///
  /// A member of a set or an entry of a dictionary that refers to several objects is a node, too.
  func colored(root contents: GraphFingerprint) -> ColoredGraph {
    var graph = ColoredGraph(root: nodes.count)
    var lists: [List] = []
    for number in 0..<nodes.count {
      unsafe graph.colors.append(nodes[number].digest ?? contents)
      unsafe lists.append(nodes[number].list)
    }
    graph.colors.append(contents)
    unsafe lists.append(open[0])
    var next = 0
    while next < lists.count {
      graph.beginNode()
      var position = 0
      var reference = lists[next].first
      while reference >= 0 {
        var label = DigestBuilder()
        label.add(UInt64(position))
        unsafe add(references[reference].target, label, to: &graph, &lists)
        position += 1
        unsafe reference = references[reference].next
      }
      next += 1
    }
    return graph
  }

  private func add(
    _ target: Target, _ label: DigestBuilder, to graph: inout ColoredGraph, _ lists: inout [List]
  ) {
    switch target {
    case .object(let number): graph.addEdge(to: number, label)
    case .weak(let object):
      guard let number = object.flatMap({ identities.position(of: $0) }) else { return }
      graph.addEdge(to: number, label)
    case .strong(let object):
      guard let number = identities.position(of: object) else { return }
      graph.addEdge(to: number, label)
    case .members(let members):
      for member in members where !member.list.isEmpty {
        var label = label
        label.add(member.digest)
        if member.list.first == member.list.last {
          let target = unsafe references[member.list.first].target
          if case .members = target {
          } else {
            add(target, label, to: &graph, &lists)
            continue
          }
        }
        graph.addEdge(to: lists.count, label)
        graph.colors.append(member.digest)
        lists.append(member.list)
      }
    }
  }
}
