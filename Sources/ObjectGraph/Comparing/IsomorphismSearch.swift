/// Searches a pairing of the nodes of two graphs that makes them equal.
///
/// The colors separate what differs. Where nodes still look alike, a pairing along the edges is tried
/// and checked in full, then one pair of nodes after the other is separated, with all alternatives. So
/// an answer is right but for a collision of hashes. The search ends with an error when it exceeds its
/// budget, instead of an answer that may be wrong; nearly always one pairing remains before.
struct IsomorphismSearch {
  /// A choice that is being tried: the partner of `node` is one of `candidates`.
  private struct Choice {
    let old: ColoredGraph
    let new: ColoredGraph
    let node: Int
    var candidates: [Int]
  }

  /// Nodes that look alike, and those that look like them in the new graph.
  private struct Candidates {
    var old: [Int] = []
    var new: [Int] = []
  }

  /// Whether two graphs with refined colors are equal.
  static func succeeds(_ old: ColoredGraph, _ new: ColoredGraph) throws -> Bool {
    guard old.digest == new.digest else { return false }
    if fits(old, new) { return true }
    let budget = 1_000_000 + 20 * (old.size + new.size)
    var steps = budget
    var choices = [choice(in: old, new)].compactMap(\.self)
    while let last = choices.indices.last {
      guard let candidate = choices[last].candidates.popLast() else {
        choices.removeLast()
        continue
      }
      var (old, new) = (choices[last].old, choices[last].new)
      steps -= old.choose(choices[last].node) + new.choose(candidate)
      guard steps > 0 else {
        throw EncodingError.invalidValue(
          budget,
          EncodingError.Context(
            codingPath: [],
            debugDescription:
              "The comparison cannot decide within \(budget) steps whether the graphs are equal: too many "
              + "objects of their sets and dictionaries look alike. Give these objects contents that differ."
          ))
      }
      guard old.digest == new.digest else { continue }
      if fits(old, new) { return true }
      if let next = choice(in: old, new) { choices.append(next) }
    }
    return false
  }

  /// The fewest nodes that look alike, or nil if every node has one partner left.
  private static func choice(in old: ColoredGraph, _ new: ColoredGraph) -> Choice? {
    let classes = Dictionary(grouping: old.colors.indices) { old.colors[$0] }
    let alike = classes.values.filter { $0.count > 1 }.min { $0.count < $1.count }
    guard let node = alike?.first else { return nil }
    let candidates = new.colors.indices.filter { new.colors[$0] == old.colors[node] }
    return Choice(old: old, new: new, node: node, candidates: candidates)
  }

  /// Whether the pairing along the edges, with any node of a color where there is a choice, makes the
  /// graphs equal.
  private static func fits(_ old: ColoredGraph, _ new: ColoredGraph) -> Bool {
    var partners = Array(repeating: -1, count: old.colors.count)
    var isTaken = Array(repeating: false, count: new.colors.count)
    var tasks = [Candidates(old: [old.root], new: [new.root])]
    while let last = tasks.indices.last {
      guard let node = tasks[last].old.popLast() else {
        tasks.removeLast()
        continue
      }
      if partners[node] >= 0 { continue }
      var partner = tasks[last].new.popLast()
      while let taken = partner, isTaken[taken] { partner = tasks[last].new.popLast() }
      guard let partner, let targets = targets(of: node, partner, old, new) else { return false }
      partners[node] = partner
      isTaken[partner] = true
      tasks += targets
    }
    // The walk has found a partner for each node: a graph contains what its root leads to.
    return partners.indices.allSatisfy { node in
      let targets = old.edges[node].map { ($0.label, partners[$0.target]) }
      let others = new.edges[partners[node]].map { ($0.label, $0.target) }
      return targets.sorted(by: <).elementsEqual(others.sorted(by: <), by: ==)
    }
  }

  /// The targets of two nodes, by label and color, with those of one candidate at the end; nil if the
  /// numbers differ.
  private static func targets(
    of node: Int, _ partner: Int, _ old: ColoredGraph, _ new: ColoredGraph
  ) -> [Candidates]? {
    var targets: [GraphFingerprint: Candidates] = [:]
    for edge in old.edges[node] {
      targets[old.colors[edge.target].adding(edge.label), default: Candidates()].old
        .append(edge.target)
    }
    for edge in new.edges[partner] {
      targets[new.colors[edge.target].adding(edge.label), default: Candidates()].new
        .append(edge.target)
    }
    guard targets.values.allSatisfy({ $0.old.count == $0.new.count }) else { return nil }
    return targets.values.sorted { $0.old.count > $1.old.count }
  }
}
