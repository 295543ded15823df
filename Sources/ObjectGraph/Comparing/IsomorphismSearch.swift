/// Searches a pairing of the nodes of two graphs that makes them equal.
///
/// Refinement separates what differs. Where nodes still look alike, a pairing along the edges is tried
/// and checked in full, then nodes are separated one pair at a time, with all alternatives. So an answer
/// is always right; the search ends with an error when it exceeds its budget.
struct IsomorphismSearch {
  private let graphs: ExpandedGraphs
  private let adjacency: Adjacency
  private var steps: Int
  private let budget: Int
  private let oldCount: Int

  /// Two nodes that are to be paired, or members of two sets that are.
  private enum Task {
    case pair(Int, Int)
    case members(Members)
  }

  /// The members of two sets that have no partner yet.
  private final class Members {
    var old: [Int32] = []
    /// By class.
    var new: [Int32: [Int32]] = [:]
  }

  /// A choice that is being tried: the partner of `old` is one of `candidates`.
  private struct Choice {
    let partition: GraphPartition
    let old: Int
    var candidates: [Int]
  }

  init(_ graphs: ExpandedGraphs, _ adjacency: Adjacency) {
    self.graphs = graphs
    self.adjacency = adjacency
    oldCount = graphs.oldCount
    budget = 1_000_000 + 20 * (graphs.nodes.count + graphs.edges.count)
    steps = budget
  }

  /// Whether the graphs are equal.
  mutating func succeeds() throws -> Bool {
    guard graphs.nodes.count == 2 * oldCount else { return false }
    var partition = GraphPartition(labels: graphs.labelsOfNodes)
    guard partition.isBalanced(oldCount: oldCount) else { return false }
    partition.refine(adjacency, .surroundings)
    guard partition.isBalanced(oldCount: oldCount) else { return false }
    if fits(partition) { return true }
    var choices: [Choice] = []
    if let choice = choice(in: partition) { choices.append(choice) }
    while let last = choices.indices.last {
      guard let new = choices[last].candidates.popLast() else {
        choices.removeLast()
        continue
      }
      var partition = choices[last].partition
      steps -= graphs.nodes.count + graphs.edges.count
      guard
        steps > 0,
        partition.separate(choices[last].old, new, adjacency, within: &steps)
      else { throw UndecidedComparisonError(steps: budget) }
      guard partition.isBalanced(oldCount: oldCount) else { continue }
      if fits(partition) { return true }
      if let next = choice(in: partition) { choices.append(next) }
    }
    return false
  }

  /// The smallest class with several pairs, or nil if every node has one partner left.
  private func choice(in partition: GraphPartition) -> Choice? {
    var best: ArraySlice<Int32>?
    for own in 0..<partition.classCount {
      let nodes = partition.nodes(of: own)
      if nodes.count > 2, nodes.count < best?.count ?? .max { best = nodes }
    }
    guard let best, let old = best.first(where: { $0 < oldCount }) else { return nil }
    return Choice(
      partition: partition, old: Int(old), candidates: best.filter { $0 >= oldCount }.map(Int.init))
  }

  // MARK: Pairing

  /// Whether the pairing along the edges, with any member of a class where there is a choice, makes the
  /// graphs equal.
  private func fits(_ partition: GraphPartition) -> Bool {
    guard let partners = pairing(partition) else { return false }
    return partners.indices.allSatisfy { isPair($0, Int(partners[$0]), partners) }
  }

  private func pairing(_ partition: GraphPartition) -> [Int32]? {
    var partners = Array(repeating: Int32(-1), count: oldCount)
    var isTaken = Array(repeating: false, count: graphs.nodes.count)
    var tasks = [Task.pair(0, oldCount)]
    while let task = tasks.popLast() {
      switch task {
      case .pair(let old, let new):
        if partners[old] == new { continue }
        guard partners[old] < 0, !isTaken[new], partition.classOf[old] == partition.classOf[new]
        else { return nil }
        partners[old] = Int32(new)
        isTaken[new] = true
        guard addTasks(old, new, partition, &tasks) else { return nil }
      case .members(let members):
        guard let old = members.old.popLast() else { continue }
        tasks.append(.members(members))
        if partners[Int(old)] >= 0 { continue }
        let own = partition.classOf[Int(old)]
        var new = members.new[own, default: []].popLast()
        while let candidate = new, isTaken[Int(candidate)] {
          new = members.new[own, default: []].popLast()
        }
        guard let new else { return nil }
        tasks.append(.pair(Int(old), Int(new)))
      }
    }
    return partners.contains(-1) ? nil : partners
  }

  private func addTasks(
    _ old: Int, _ new: Int, _ partition: GraphPartition, _ tasks: inout [Task]
  ) -> Bool {
    let ends = adjacency.leaving(old)
    let others = adjacency.leaving(new)
    guard ends.count == others.count else { return false }
    let members = Members()
    for (end, other) in zip(ends, others) {
      guard end.label == other.label else { return false }
      if end.label == ExpandedGraphs.unordered {
        members.old.append(end.other)
        members.new[partition.classOf[Int(other.other)], default: []].append(other.other)
      } else {
        tasks.append(.pair(Int(end.other), Int(other.other)))
      }
    }
    if !members.old.isEmpty { tasks.append(.members(members)) }
    return true
  }

  /// Whether two nodes have the same leaves, and lead to partners.
  private func isPair(_ old: Int, _ new: Int, _ partners: [Int32]) -> Bool {
    guard graphs.nodes[old].kind == graphs.nodes[new].kind, haveEqualLeaves(old, new) else {
      return false
    }
    let ends = adjacency.leaving(old)
    let others = adjacency.leaving(new)
    guard ends.count == others.count else { return false }
    var members: [Int32] = []
    var otherMembers: [Int32] = []
    for (end, other) in zip(ends, others) {
      guard end.label == other.label else { return false }
      if end.label == ExpandedGraphs.unordered {
        members.append(partners[Int(end.other)])
        otherMembers.append(other.other)
      } else if partners[Int(end.other)] != other.other {
        return false
      }
    }
    return members.sorted() == otherMembers.sorted()
  }

  private func haveEqualLeaves(_ old: Int, _ new: Int) -> Bool {
    func sorted(_ node: Int) -> [ExpandedGraphs.Leaf] {
      graphs.nodes[node].leaves.sorted { ($0.label, $0.hash) < ($1.label, $1.hash) }
    }
    return graphs.nodes[old].leaves.count == graphs.nodes[new].leaves.count
      && zip(sorted(old), sorted(new)).allSatisfy { $0.isEqual(to: $1) }
  }
}

extension ExpandedGraphs.Leaf {
  func isEqual(to other: ExpandedGraphs.Leaf) -> Bool {
    guard label == other.label, hash == other.hash else { return false }
    guard let old = place?.slot, let new = other.place?.slot else {
      return place == nil && other.place == nil
    }
    guard old.typeID == new.typeID else { return false }
    if unsafe old.anyPlan.isOptional, unsafe old.anyPlan.isNil(old.value) {
      return unsafe new.anyPlan.isNil(new.value)
    }
    switch unsafe old.anyPlan.quickComparison(old.value, new.value) {
    case .equal: return true
    case .different: return false
    case .unknown: return unsafe old.anyPlan.areEquatable(old.value, new.value)
    }
  }
}

extension ExpandedGraphs {
  /// For each node, a number that is equal for nodes of one kind with equal leaves.
  var labelsOfNodes: [Int] {
    nodes.map { node in
      var sum = 0
      for leaf in node.leaves {
        var hasher = Hasher()
        hasher.combine(leaf.label)
        hasher.combine(leaf.hash)
        sum &+= hasher.finalize()
      }
      var hasher = Hasher()
      hasher.combine(node.kind)
      hasher.combine(node.leaves.count)
      hasher.combine(sum)
      return hasher.finalize()
    }
  }
}
