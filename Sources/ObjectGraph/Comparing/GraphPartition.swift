/// The edges of two graphs by node, for refinement and search.
struct Adjacency {
  /// An edge as seen from one of its ends.
  struct End {
    let other: Int32
    let label: Int32
    let isBack: Bool
  }

  private let outStarts: [Int]
  private let inStarts: [Int]
  private let outEnds: [End]
  private let inEnds: [End]

  init(nodeCount: Int, edges: [ExpandedGraphs.Edge]) {
    (outStarts, outEnds) = Self.sorted(nodeCount, edges, by: \.source, other: \.target)
    (inStarts, inEnds) = Self.sorted(nodeCount, edges, by: \.target, other: \.source)
  }

  /// The edges that leave `node`, by label.
  func leaving(_ node: Int) -> ArraySlice<End> { outEnds[outStarts[node]..<outStarts[node + 1]] }

  /// The edges that arrive at `node`.
  func arriving(_ node: Int) -> ArraySlice<End> { inEnds[inStarts[node]..<inStarts[node + 1]] }

  private static func sorted(
    _ nodeCount: Int, _ edges: [ExpandedGraphs.Edge],
    by near: KeyPath<ExpandedGraphs.Edge, Int32>, other: KeyPath<ExpandedGraphs.Edge, Int32>
  ) -> ([Int], [End]) {
    var starts = Array(repeating: 0, count: nodeCount + 1)
    let edges = edges.sorted {
      ($0[keyPath: near], $0.label) < ($1[keyPath: near], $1.label)
    }
    for edge in edges { starts[Int(edge[keyPath: near]) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    return (
      starts,
      edges.map { End(other: $0[keyPath: other], label: $0.label, isBack: $0.isBack) }
    )
  }
}

/// The nodes of both graphs in classes of nodes that look alike.
///
/// Refinement splits a class whose nodes differ in the number of edges to another class, until no
/// class splits: O(*m* log *n*) for *m* edges and *n* nodes. Nodes that correspond in equal graphs are
/// never separated.
struct GraphPartition {
  /// What refinement takes into account.
  enum Scope {
    /// What a node leads to, apart from back references: its contents.
    case contents
    /// What a node leads to, and from where it is reached.
    case surroundings
  }

  private(set) var classOf: [Int32] = []
  private var order: [Int32] = []
  private var positions: [Int32] = []
  private var starts: [Int32] = []
  private var counts: [Int32] = []

  /// Makes one class for each of `labels`.
  init(labels: [Int]) {
    order = (0..<labels.count).sorted { labels[$0] < labels[$1] }.map(Int32.init)
    positions = Array(repeating: 0, count: labels.count)
    classOf = positions
    for (position, node) in order.enumerated() {
      positions[Int(node)] = Int32(position)
      if position == 0 || labels[Int(node)] != labels[Int(order[position - 1])] {
        starts.append(Int32(position))
        counts.append(0)
      }
      classOf[Int(node)] = Int32(starts.count - 1)
      counts[starts.count - 1] += 1
    }
  }

  var classCount: Int { starts.count }

  /// The nodes of a class.
  func nodes(of class: Int) -> ArraySlice<Int32> {
    order[Int(starts[`class`])..<Int(starts[`class`] + counts[`class`])]
  }

  /// Whether every class has as many nodes of the old graph, which come first, as of the new one.
  func isBalanced(oldCount: Int) -> Bool {
    var balances = Array(repeating: 0, count: classCount)
    for (node, own) in classOf.enumerated() { balances[Int(own)] += node < oldCount ? 1 : -1 }
    return balances.allSatisfy { $0 == 0 }
  }

  /// Refines all classes.
  mutating func refine(_ adjacency: Adjacency, _ scope: Scope) {
    var steps = Int.max
    _ = refine(adjacency, scope, from: Array(0..<classCount), within: &steps)
  }

  /// Puts two nodes of one class into a class of their own, and refines from there.
  ///
  /// Returns false when `steps` are used up.
  mutating func separate(
    _ old: Int, _ new: Int, _ adjacency: Adjacency, within steps: inout Int
  ) -> Bool {
    let own = Int(classOf[old])
    split(own, [[Int32(old), Int32(new)]])
    return refine(adjacency, .surroundings, from: [classCount - 1], within: &steps)
  }

  private mutating func refine(
    _ adjacency: Adjacency, _ scope: Scope, from first: [Int], within steps: inout Int
  ) -> Bool {
    var queue = first
    var isQueued = Array(repeating: false, count: classCount)
    for own in queue { isQueued[own] = true }
    var weights = Array(repeating: UInt64(0), count: classOf.count)
    var isTouched = Array(repeating: false, count: classOf.count)
    while let splitter = queue.popLast() {
      isQueued[splitter] = false
      var touched: [Int32] = []
      func add(_ end: Adjacency.End, _ direction: UInt64) {
        let node = Int(end.other)
        if !isTouched[node] {
          isTouched[node] = true
          touched.append(end.other)
        }
        weights[node] &+= Self.mixed(UInt64(end.label) * 2 + direction + 1)
        steps -= 1
      }
      for node in nodes(of: splitter) {
        for end in adjacency.arriving(Int(node)) where scope == .surroundings || !end.isBack {
          add(end, 0)
        }
        guard scope == .surroundings else { continue }
        for end in adjacency.leaving(Int(node)) { add(end, 1) }
      }
      if steps < 0 { return false }
      touched.sort { a, b in
        let (one, two) = (classOf[Int(a)], classOf[Int(b)])
        return one == two ? weights[Int(a)] < weights[Int(b)] : one < two
      }
      for own in touched.chunked(by: { classOf[Int($0)] == classOf[Int($1)] }) {
        let groups = own.chunked { weights[Int($0)] == weights[Int($1)] }
        divide(Int(classOf[Int(own[own.startIndex])]), groups, own.count, &queue, &isQueued)
      }
      for node in touched {
        weights[Int(node)] = 0
        isTouched[Int(node)] = false
      }
    }
    return true
  }

  /// Splits a class by `groups`, and queues all parts but the largest.
  private mutating func divide(
    _ own: Int, _ groups: [ArraySlice<Int32>], _ touched: Int, _ queue: inout [Int],
    _ isQueued: inout [Bool]
  ) {
    let rest = Int(counts[own]) - touched
    if rest == 0, groups.count == 1 { return }
    var groups = groups
    // The largest part keeps the number of the class, unless it is the rest that was not touched.
    let largest = groups.indices.max { groups[$0].count < groups[$1].count } ?? 0
    let first = classCount
    if rest == 0 { groups.remove(at: largest) }
    split(own, groups)
    isQueued += Array(repeating: false, count: groups.count)
    var parts = Array(first..<classCount)
    if !isQueued[own] {
      parts.append(own)
      let biggest = parts.indices.max { counts[parts[$0]] < counts[parts[$1]] } ?? 0
      parts.remove(at: biggest)
    }
    for part in parts {
      isQueued[part] = true
      queue.append(part)
    }
  }

  /// Makes a new class of each of `groups`, parts of the class `own`.
  private mutating func split(_ own: Int, _ groups: [some Collection<Int32>]) {
    for group in groups {
      let new = Int32(starts.count)
      var end = starts[own] + counts[own]
      for node in group {
        end -= 1
        let position = positions[Int(node)]
        let other = order[Int(end)]
        order.swapAt(Int(position), Int(end))
        positions[Int(other)] = position
        positions[Int(node)] = end
        classOf[Int(node)] = new
      }
      counts[own] -= Int32(group.count)
      starts.append(end)
      counts.append(Int32(group.count))
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The runs of neighbors that belong together.
  fileprivate func chunked(by belongTogether: (Element, Element) -> Bool) -> [SubSequence] {
    var chunks: [SubSequence] = []
    var first = startIndex
    for index in indices where index > first && !belongTogether(self[index - 1], self[index]) {
      chunks.append(self[first..<index])
      first = index
    }
    if first < endIndex { chunks.append(self[first...]) }
    return chunks
  }
}
