/// The objects of a graph in the order of arrival, and what each refers to.
struct GraphSharing: ~Copyable {
  /// A member of a set, or an entry of a dictionary.
  struct Member {
    let digest: GraphFingerprint
    /// The list of its references; nil if it has none.
    let list: Int?
  }

  // These types are not private, because the compiler fails to destroy them from another file then.

  enum Target {
    case object(Int)
    /// The target of a back reference, which is compared by its place.
    case back(AnyObject?)
    case members([Member])

    var areMembers: Bool { if case .members = self { true } else { false } }
  }

  struct Reference {
    let list: Int
    let target: Target
  }

  struct Node {
    let list: Int
    var digest: GraphFingerprint?
  }

  /// The list of the references of an object or a member that is being digested.
  struct OpenList {
    let number: Int
    let start: Int
  }

  private var identities = IdentityMap()
  private var nodes = GrowingBuffer<Node>(minimumCapacity: 32)
  /// The references of all lists, in the order of their arrival.
  private var references = GrowingBuffer<Reference>(minimumCapacity: 32)
  /// The lists whose objects or members are being digested; the innermost list is the last element.
  private var open = GrowingBuffer<OpenList>(minimumCapacity: 16)
  private var listCount = 0
  private var weakTargets: [AnyObject] = []
  private var hasSharedObject = false

  init() {
    beginList()
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
      nodes.append(Node(list: listCount))
      beginList()
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
    _ = endList()
  }

  mutating func beginList() {
    open.append(OpenList(number: listCount, start: references.count))
    listCount += 1
  }

  /// Ends the last list, and returns its number unless it is empty.
  @inline(__always)
  mutating func endList() -> Int? {
    guard let list = open.popLast(), list.start < references.count else { return nil }
    return list.number
  }

  mutating func refer(backTo target: AnyObject?, isOwning: Bool) {
    refer(to: .back(target))
    if isOwning { hasSharedObject = true } else if let target { weakTargets.append(target) }
  }

  @inline(__always)
  mutating func refer(to target: Target) {
    let list = unsafe open[open.count - 1].number
    references.append(Reference(list: list, target: target))
  }

  /// Whether an object was reached twice, or a back reference leads into the graph.
  var isPresent: Bool {
    hasSharedObject || weakTargets.contains { identities.position(of: $0) != nil }
  }

  // MARK: Edges

  /// The objects as nodes, and the root as the last one of them, whose references are those that are
  /// in no object.
  ///
  /// A member of a set or an entry of a dictionary that refers to several objects is a node, too.
  func colored(root contents: GraphFingerprint) -> ColoredGraph {
    var targets: [[Target]] = Array(repeating: [], count: listCount)
    for index in 0..<references.count {
      unsafe targets[references[index].list].append(references[index].target)
    }
    var graph = ColoredGraph(root: nodes.count)
    var lists: [Int] = []
    for number in 0..<nodes.count {
      unsafe graph.colors.append(nodes[number].digest ?? contents)
      unsafe lists.append(nodes[number].list)
    }
    graph.colors.append(contents)
    lists.append(0)
    var next = 0
    while next < lists.count {
      graph.edges.append([])
      for (position, target) in targets[lists[next]].enumerated() {
        var label = DigestBuilder()
        label.add(UInt64(position))
        add(target, label, to: &graph, &lists, targets)
      }
      next += 1
    }
    return graph
  }

  private func add(
    _ target: Target, _ label: DigestBuilder, to graph: inout ColoredGraph, _ lists: inout [Int],
    _ targets: [[Target]]
  ) {
    switch target {
    case .object(let number): graph.addEdge(to: number, label)
    case .back(let object):
      guard let number = object.flatMap({ identities.position(of: $0) }) else { return }
      graph.addEdge(to: number, label)
    case .members(let members):
      for member in members {
        guard let list = member.list else { continue }
        var label = label
        label.add(member.digest)
        if targets[list].count == 1, !targets[list][0].areMembers {
          add(targets[list][0], label, to: &graph, &lists, targets)
        } else {
          graph.addEdge(to: lists.count, label)
          graph.colors.append(member.digest)
          lists.append(list)
        }
      }
    }
  }
}
