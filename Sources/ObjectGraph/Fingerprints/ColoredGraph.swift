/// The objects of a graph as nodes with colors, which are equal for nodes that look alike.
///
/// Color refinement, also known as the Weisfeiler-Leman algorithm: a color begins as the digest of the
/// contents of its node, and each round digests it with the colors around. No step depends on the
/// order of the nodes, so two graphs that are equal have the same colors.
struct ColoredGraph {
  struct Edge {
    let target: Int
    /// The way to the target: a position, and for a member of a set its contents.
    let label: UInt64
  }

  var colors: [GraphFingerprint] = []
  let root: Int
  /// The references of each node.
  var edges: [[Edge]] = []

  init(root: Int) {
    self.root = root
  }

  mutating func addEdge(to target: Int, _ label: DigestBuilder) {
    edges[edges.count - 1].append(Edge(target: target, label: label.finished().low))
  }

  /// The number of nodes and edges.
  var size: Int { edges.reduce(colors.count) { $0 + $1.count } }

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

  /// Makes the color of a node differ from all others, refines from there, and returns the steps that
  /// this has taken.
  mutating func choose(_ node: Int) -> Int {
    colors[node] = colors[node].adding(1)
    return refineAll(rounds: 20) * size
  }

  /// Returns the number of rounds.
  @discardableResult
  private mutating func refineAll(rounds: Int) -> Int {
    var count = 0
    for round in 0..<rounds {
      let next = Set(colors).count
      // The round after the last that separates nodes digests all edges.
      if next == count { return round }
      count = next
      refineOnce()
      if count == colors.count { return round + 1 }
    }
    return rounds
  }

  /// Digests how each node is first reached from the root.
  ///
  /// Without alike members of a set, this alone separates all nodes.
  private mutating func refineFromRoot() {
    var sums = Array(repeating: DigestSum(), count: colors.count)
    var distances = Array(repeating: Int.max, count: colors.count)
    var nodes = [root]
    distances[root] = 0
    while !nodes.isEmpty {
      var next: [Int] = []
      for node in nodes {
        for edge in edges[node] where distances[edge.target] > distances[node] {
          if distances[edge.target] == .max { next.append(edge.target) }
          distances[edge.target] = distances[node] + 1
          sums[edge.target].add(colors[node].adding(edge.label))
        }
      }
      for node in next { colors[node] = Self.color(colors[node], sums[node]) }
      nodes = next
    }
  }

  /// Digests each color with those that its node leads to, and those that lead to it.
  private mutating func refineOnce() {
    var leaving = Array(repeating: DigestSum(), count: colors.count)
    var arriving = leaving
    for node in colors.indices {
      for edge in edges[node] {
        leaving[node].add(colors[edge.target].adding(edge.label))
        arriving[edge.target].add(colors[node].adding(edge.label))
      }
    }
    for node in colors.indices {
      colors[node] = Self.color(Self.color(colors[node], leaving[node]), arriving[node])
    }
  }

  private static func color(_ own: GraphFingerprint, _ around: DigestSum) -> GraphFingerprint {
    var builder = DigestBuilder()
    builder.add(own)
    around.feed(&builder)
    return builder.finished()
  }
}
