/// The objects of a graph as nodes with colors, which are equal for nodes that look alike.
///
/// Color refinement, also known as the Weisfeiler-Leman algorithm: a color begins as the digest of the
/// contents of its node, and each round digests it with the colors around. No step depends on the
/// order of the nodes, so two graphs that are equal have the same colors.
struct ColoredGraph {
  struct Edge {
    let target: Int
    /// What leads to the target: a position, and for a member of a set its contents.
    let label: UInt64
  }

  var colors: [GraphFingerprint] = []
  let root: Int
  private var edges: [Edge] = []
  /// Where the edges of each node end.
  private var ends: [Int] = []

  init(root: Int) {
    self.root = root
  }

  mutating func addEdge(to target: Int, _ label: DigestBuilder) {
    edges.append(Edge(target: target, label: label.finished().low))
  }

  mutating func endNode() {
    ends.append(edges.count)
  }

  /// The references of a node.
  func edges(of node: Int) -> ArraySlice<Edge> {
    edges[(node == 0 ? 0 : ends[node - 1])..<ends[node]]
  }

  /// The number of nodes and edges.
  var size: Int { colors.count + edges.count }

  /// A digest of all colors.
  var digest: GraphFingerprint {
    var sum = DigestSum()
    for color in colors { sum.add(color) }
    var builder = DigestBuilder()
    sum.feed(&builder)
    return builder.finished()
  }

  /// Refines the colors until no round separates nodes, or for as many rounds as the size permits.
  mutating func refine() {
    refineFromRoot()
    refineAll(rounds: 20 + 1_000_000 / size)
  }

  /// Makes the color of a node differ from all others, and refines from there.
  mutating func choose(_ node: Int) {
    colors[node] = colors[node].adding(1)
    refineAll(rounds: 20)
  }

  private mutating func refineAll(rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      let next = Set(colors).count
      // The round after the last that separates nodes digests all edges.
      if next == count { return }
      count = next
      refineOnce()
      if count == colors.count { return }
    }
  }

  /// Digests how each node is first reached from the root.
  ///
  /// Without alike members of a set, this alone separates all nodes.
  private mutating func refineFromRoot() {
    var isReached = Array(repeating: false, count: colors.count)
    var sums: [Int: DigestSum] = [root: DigestSum()]
    while !sums.isEmpty {
      for (node, sum) in sums {
        isReached[node] = true
        colors[node] = Self.color(colors[node], [sum])
      }
      var next: [Int: DigestSum] = [:]
      for node in sums.keys {
        for edge in edges(of: node) where !isReached[edge.target] {
          next[edge.target, default: DigestSum()].add(colors[node].adding(edge.label))
        }
      }
      sums = next
    }
  }

  /// Digests each color with those that its node leads to, and those that lead to it.
  private mutating func refineOnce() {
    var leaving = Array(repeating: DigestSum(), count: colors.count)
    var arriving = leaving
    for node in colors.indices {
      for edge in edges(of: node) {
        leaving[node].add(colors[edge.target].adding(edge.label))
        arriving[edge.target].add(colors[node].adding(edge.label))
      }
    }
    for node in colors.indices {
      colors[node] = Self.color(colors[node], [leaving[node], arriving[node]])
    }
  }

  private static func color(_ own: GraphFingerprint, _ around: [DigestSum]) -> GraphFingerprint {
    var builder = DigestBuilder()
    builder.add(own)
    for sum in around { sum.feed(&builder) }
    return builder.finished()
  }
}
